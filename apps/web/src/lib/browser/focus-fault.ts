/** Leads a user of the keyboard to the first input of a form that is refused. */
export function focusFault(form: HTMLElement): void {
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}

/** The same once what was refused a moment ago is drawn so. */
export function focusNewFault(form: HTMLElement): void {
  requestAnimationFrame(() => focusFault(form))
}
