/** As a ref: a list that takes the place of another one in a window takes the focus too. */
export function focusList(around: HTMLElement | null): void {
  around?.querySelector<HTMLElement>('input, [role="listbox"]')?.focus({ preventScroll: true })
}
