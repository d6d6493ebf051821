import { expect } from 'vitest'
import { type Locator, locators, page, userEvent } from 'vitest/browser'

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** For what no role, label or text tells apart. */
    getByCss: (selector: string) => Locator
  }
}

locators.extend({ getByCss: (selector: string) => `css=${selector}` })

export const VIEWERS_CHANGE_NOTHING = 'Viewers cannot make changes. Ask an administrator for another level.'

const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim()

/** Waits until exactly these texts are found, in this order. */
export async function expectTexts(found: Locator, texts: readonly (string | RegExp)[]): Promise<void> {
  await expect
    .poll(() => found.elements().map(({ textContent }) => plain(textContent)))
    .toEqual(texts.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))))
}

/** Waits until an element has exactly this text. */
export const expectText = (found: Locator, text: string | RegExp): Promise<void> => expectTexts(found, [text])

/** Waits until nothing is found. */
export const expectGone = (found: Locator): Promise<void> => expectCount(found, 0)

/** Waits until so many are found. */
export async function expectCount(found: Locator, count: number): Promise<void> {
  await expect.poll(() => found.elements().length).toBe(count)
}

/** Waits until the app is at an address. */
export async function expectAddress(address: string | RegExp): Promise<void> {
  const { pathname, search, hash } = location
  if (typeof address === 'string' && pathname + search + hash === address) return
  await expect
    .poll(() => location.pathname + location.search + location.hash)
    .toEqual(typeof address === 'string' ? address : expect.stringMatching(address))
}

/** Waits for the title of a screen. */
export async function expectScreen(title: string): Promise<void> {
  await expect.element(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
}

/** Waits until nothing of the screen is still to come. */
export const settled = (): Promise<void> => expectGone(page.getByCss('[aria-busy="true"], [data-loading]'))

/** The toast on the screen. Beside an open dialog it is seen and announced, but not within reach. */
export function toast(): Locator {
  return page
    .getByRole('region', { name: 'Notifications (F8)', includeHidden: true })
    .getByRole('listitem', { includeHidden: true })
}

/** Waits for one toast with exactly these texts: its title, and its description after that. */
export async function expectToast(title: string, description?: string): Promise<void> {
  const texts = description === undefined ? [title] : [title, description]
  const withTexts = texts.reduce(
    (found, text) => found.filter({ has: page.getByText(text, { exact: true }) }),
    toast(),
  )
  await expect.element(withTexts).toBeVisible()
}

/** Puts the toast away. A deletion that it offers to take back is sent then. */
export async function closeToast(): Promise<void> {
  await toast().getByRole('button', { name: 'Close', includeHidden: true }).click()
}

/** Expects that a control rests and says why. */
export async function expectResting(control: Locator, reason: string): Promise<void> {
  await expect.element(control).toHaveAttribute('aria-disabled', 'true')
  await expect.element(control).toHaveAccessibleDescription(reason)
}

/** Presses a key while a control has the focus. */
export async function press(control: Locator, key: string): Promise<void> {
  await expect.element(control).toBeVisible()
  focus(control)
  await userEvent.keyboard(key)
}

/** Types before anything that was pressed last can have opened. */
export function typeAtOnce(text: string): void {
  for (const key of text)
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    )
}

/** Gives a control the focus, as a script does. */
export function focus(control: Locator): void {
  control.element().focus()
}

/** The names in the table of a catalogue, from top to bottom. */
export function namesIn(catalogue: string): Locator {
  return page.getByRole('table', { name: catalogue }).getByCss('tbody tr td:first-child')
}

/** Opens the details of a record that the list shows. */
export async function openDetails(name: string): Promise<Locator> {
  await page.getByRole('row').getByRole('link', { name, exact: true }).click()
  const dialog = page.getByRole('dialog', { name })
  await expect.element(dialog).toBeVisible()
  return dialog
}

/** The value under a label of the details. */
export function fact(dialog: Locator, label: string): Locator {
  return dialog.getByCss(`dt:has-text("${label}") + dd`)
}

/** A card of the screen by its title. */
export function card(title: string): Locator {
  return page
    .getByCss('#main section')
    .filter({ has: page.getByRole('heading', { name: title, exact: true, level: 2 }) })
}

/** Chooses whose a record is, in its form. */
export async function chooseOwner(form: Locator, label: string, name: string): Promise<void> {
  await form.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name }).click()
  await expect.element(form.getByRole('combobox', { name: label })).toHaveTextContent(name)
}
