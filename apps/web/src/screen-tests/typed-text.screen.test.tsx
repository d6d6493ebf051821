import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { followTypedText, keepTypedText } from '../lib/browser/typed-text.ts'

const FORM = `
  <label>Subject <input></label>
  <input aria-label="Step"><input aria-label="Step">
  <input aria-label="Password" type="password">`

const place = document.createElement('div')
const show = () => {
  place.innerHTML = FORM
  document.body.append(place)
}
const field = (label: string, at = 0) => expect.element(page.getByLabelText(label).nth(at))

afterEach(() => place.remove())

it('brings back what was typed over a reload, but not where two fields have the same name, and no password', async () => {
  show()
  followTypedText()
  await userEvent.fill(page.getByLabelText('Subject'), 'Renewal')
  await userEvent.fill(page.getByLabelText('Step').nth(1), 'Second')
  await userEvent.fill(page.getByLabelText('Password'), 'secret')
  keepTypedText()
  show()
  followTypedText()
  await field('Subject').toHaveValue('Renewal')
  await field('Step').toHaveValue('')
  await field('Step', 1).toHaveValue('')
  await field('Password').toHaveValue('')
})
