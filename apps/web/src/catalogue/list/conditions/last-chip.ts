/**
 * Returns the element that gets the focus when a chip is removed: the last chip that is left, or the button for a new
 * filter.
 */
export function lastChip(): HTMLElement | undefined {
  const ways = [
    ...document.querySelectorAll<HTMLElement>('#main [data-add-filter], #main [data-filter-chip]'),
  ]
  return ways.findLast((way) => way.checkVisibility())
}
