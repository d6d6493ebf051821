/** Enters a text as a user would: React hears of it. */
export function enterText(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const type = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(type.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
