#!/usr/bin/env bash
# Builds the targets for ClusterFuzzLite: into $OUT goes a libFuzzer binary a target, with its committed
# corpus as NAME_seed_corpus.zip and its settings as NAME.options.
#
# Plain cargo with the flags of `cargo laws fuzz` (ci/src/engine/libfuzzer/build.rs), and with what $SANITIZER
# asks for. The RUSTFLAGS of the environment give way to them.
set -euo pipefail

# All of fuzz/src/target.rs, each with the bytes of its longest input. A test of the driver compares them.
TARGETS=(
  pool_admission:560
  pool_joins:816
  pool_recovery:1072
  pool_drain:816
  proxy_service:528
  proxy_shutdown:400
  supervisor_cancellation:544
  supervisor_transferred_cancellation:672
  supervisor_shutdown:672
  supervisor_unexpected_exit:672
  services:792
)

cd "$SRC/actor-laws"

FLAGS=(
  --cfg=fuzzing
  -Cpasses=sancov-module
  -Cllvm-args=-sanitizer-coverage-level=4
  -Cllvm-args=-sanitizer-coverage-inline-8bit-counters
  -Cllvm-args=-sanitizer-coverage-pc-table
  -Cllvm-args=-simplifycfg-branch-fold-threshold=0
  -Cforce-frame-pointers
)
case "${SANITIZER:-none}" in
  address) FLAGS+=(-Zsanitizer=address) ;;
  none) ;;
  *)
    echo "SANITIZER=$SANITIZER: these targets are built for address or none" >&2
    exit 3
    ;;
esac

HOST=$(rustc -vV | sed -n 's/^host: //p')
BUILD=${WORK:-$PWD/target}/clusterfuzzlite
BINARIES=()
for entry in "${TARGETS[@]}"; do
  BINARIES+=(--bin "${entry%:*}")
done
# `--target` keeps build scripts free of instrumentation. Without link-time optimization the laws are compiled
# once for all binaries, not once for each.
unset RUSTFLAGS
CARGO_ENCODED_RUSTFLAGS=$(IFS=$'\x1f' && echo "${FLAGS[*]}") \
  CARGO_PROFILE_FUZZ_LTO=off \
  cargo build --locked --profile fuzz --package actor-laws-fuzz "${BINARIES[@]}" \
  --target "$HOST" --target-dir "$BUILD"

for entry in "${TARGETS[@]}"; do
  target=${entry%:*}
  install -m 755 "$BUILD/$HOST/fuzz/$target" "$OUT/$target"
  rm -f "$OUT/${target}_seed_corpus.zip"
  (cd "corpus/$target" && python3 -m zipfile -c "$OUT/${target}_seed_corpus.zip" ./*)
  # Whole scenarios from the first run on, and no short one in the place of one that goes deeper.
  cat > "$OUT/$target.options" <<OPTIONS
[libfuzzer]
len_control = 0
reduce_inputs = 0
use_counters = 0
max_len = ${entry#*:}
OPTIONS
done
