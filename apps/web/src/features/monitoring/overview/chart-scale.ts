/** About so many lines are drawn. */
const INTERVALS = 4

/**
 * The scale of an axis from zero, in steps of 1, 2 or 5 times a power of ten.
 * @param highest the highest figure; none is negative
 * @returns the ticks from zero; the last is at least 1, and no figure is above it
 */
export function chartScale(highest: number): readonly number[] {
  const rough = Math.max(1, highest / INTERVALS)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10)
  const count = Math.max(1, Math.ceil(highest / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}
