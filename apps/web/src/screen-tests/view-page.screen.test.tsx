import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { addFilter } from './support/filters.ts'
import { expectGone, expectTexts, expectToast, namesIn, press } from './support/look.ts'
import { mia } from './support/people.ts'
import { system } from './support/records.ts'
import { view as savedView } from './support/views.ts'
import { expectWhole } from './support/whole.ts'
import { membersWorkspace } from './support/workspace.ts'

const names = namesIn('Systems')
const main = page.getByCss('#main')
const watch = main.getByRole('button', { name: 'Watch' })
const options = main.getByRole('button', { name: 'View options' })
const items = page.getByRole('menuitem')

/** The page of a view with one of two systems. */
async function openView(level: 'user' | 'manager') {
  const systems = [system({ name: 'Archive', status: 'deprecated' }), system({ name: 'Payroll' })]
  const wages = savedView('Wages', { address: 'q=pay' })
  const workspace = membersWorkspace({ systems, views: [wages] })
  await openApp(`/systems?saved=${wages.id}`, { as: mia(level), workspace })
  await expectTexts(names, ['Payroll'])
  return { wages, viewNow: async () => (await workspace.views.list())[0] }
}

it('is watched, opened by default and shared with everyone by the keyboard', async () => {
  const { viewNow } = await openView('manager')
  await press(watch, '{Enter}')
  await expect.element(watch).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(async () => (await viewNow())?.isWatched).toBe(true)
  await expectAccessible('the page of a view')
  await press(options, '{Enter}')
  await expectTexts(items, [
    ...['Open by Default', 'Stop Watching', 'Copy link'],
    ...['Rename or Change Icon', 'Share with Everyone', 'Delete'],
  ])
  await userEvent.keyboard('{Enter}')
  await expect.poll(async () => (await viewNow())?.isDefault).toBe(true)
  await expect.element(options).toHaveFocus()
  await press(options, '{Enter}')
  await items.getByText('Share with Everyone').click()
  await expect.poll(async () => (await viewNow())?.isShared).toBe(true)
})

it('gives a link that shows the list to everyone in the account', async () => {
  const { wages } = await openView('user')
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await press(options, '{Enter}')
  await expectTexts(items, [...['Open by Default', 'Watch', 'Copy link', 'Rename or Change Icon', 'Delete']])
  await items.getByText('Copy link').click()
  await expectToast('Link copied')
  expect(copied).toHaveBeenCalledWith(`${location.origin}/systems?saved=${wages.id}&q=pay`)
})

it('keeps its options beside the buttons of a changed list, down to a narrow phone', async () => {
  await openView('user')
  await addFilter('Status', 'Active')
  for (const width of [1440, 768, 320]) {
    await page.viewport(width, 812)
    await expect.element(main.getByRole('button', { name: /^Save changes/ })).toBeVisible()
    await expect.element(options).toBeVisible()
    await expectWhole(`a changed view at ${width} px`)
  }
  await expectGone(watch)
  await press(options, '{Enter}')
  await expect.element(items.getByText('Watch')).toBeVisible()
})
