import { expect, type Locator, type Page } from '@playwright/test'
import { z } from 'zod'

const MOST_STOPS = 80

// Code that runs in the page has no types here: the browser's are not part of this program.
/**
 * Whether the focus is visible: by an outline or ring of the control, of the area that it covers, or of the card that
 * it opens; in a menu by the entry's background, and in a field with a list by the list's chosen entry.
 */
const IS_SEEN = `(() => {
  const isRinged = (element, part) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, part)
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || /0px 0px 0px [1-9]/.test(boxShadow)
  }
  const element = document.activeElement
  const card = element.closest('li, article, label')
  if (isRinged(element) || isRinged(element, '::after') || (card !== null && isRinged(card))) return true
  if (element.matches('[role^=menuitem]')) return getComputedStyle(element).backgroundColor !== 'rgba(0, 0, 0, 0)'
  const list = document.getElementById(element.getAttribute('aria-controls'))
  return list?.querySelector('[aria-selected=true]') != null
})()`

/** Expects that this control has the focus and a name, and that the focus is visible. */
export async function expectFocusSeen(control: Locator): Promise<void> {
  await expect(control).toBeFocused()
  await expect(control).toHaveAccessibleName(/\S/)
  await expect.poll(() => control.page().evaluate(IS_SEEN), `the focus is seen on ${control}`).toBe(true)
}

/** Presses Tab, or Shift+Tab, until a control has the focus. */
export async function tabTo(control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(control).toBeVisible()
  const isThere = () => control.evaluate((found) => found === found.ownerDocument.activeElement)
  for (let stop = 0; stop < MOST_STOPS && !(await isThere()); stop += 1)
    await control.page().keyboard.press(key)
  await expectFocusSeen(control)
}

/** Goes to a field and types into it. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await tabTo(field)
  await field.page().keyboard.type(text)
  await expect(field).toHaveValue(text)
}

/** Goes to a control and presses Enter on it. */
export async function enterOn(control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await tabTo(control, key)
  await control.page().keyboard.press('Enter')
}

/** Counts the pointer events in the pages of this tab from now on. */
export async function countPointer(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(`
    for (const kind of ['pointerdown', 'mousedown', 'touchstart'])
      addEventListener(kind, () => sessionStorage.setItem('pointer', 'used'), { capture: true })
  `)
  return async () =>
    z.number().parse(await page.evaluate(`sessionStorage.getItem('pointer') === null ? 0 : 1`))
}
