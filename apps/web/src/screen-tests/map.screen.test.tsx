import type { RecordMap } from '@cairn/workspace/port/records/record-map'
import { expect, it, vi } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { examplesWorkspace } from './support/examples.ts'
import { expectAddress, expectCount, expectGone, expectText, openDetails, press } from './support/look.ts'
import { ADA } from './support/people.ts'
import { automation, system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

const fields = (department: string) => ({ fields: { department } })
const ledger = system({ name: 'Ledger', ownerId: ADA.id, ...fields('Finance') })
const store = system({ name: 'Store', status: 'maintenance', ...fields('IT') })
const sync = automation({ name: 'Invoice sync', ...fields('Finance') })

/** An account in which a sync needs the ledger, and the ledger its store. */
async function arranged() {
  const workspace = membersWorkspace({ systems: [ledger, store], automations: [sync] })
  await workspace.relations.add({ fromId: sync.id, toId: ledger.id, type: 'depends_on', note: '' })
  await workspace.relations.add({ fromId: ledger.id, toId: store.id, type: 'runs_in', note: '' })
  return { as: ADA, workspace }
}

const table = page.getByRole('table', { name: 'The map as a table' })
const rowOf = (name: string) => table.getByRole('row', { name: new RegExp(`^${name}`) })
/** Where the picture has each of its boxes, by their texts. */
const boxes = () =>
  new Map(
    [...document.querySelectorAll('foreignObject')].map((box) => [
      box.querySelector('span')?.textContent ?? '',
      `${box.getAttribute('x')} ${box.getAttribute('y')}`,
    ]),
  )

it('folds the account by department, and unfolds a group in place by keyboard', async () => {
  await page.viewport(1280, 900)
  await openApp('/map', await arranged())
  await expectText(rowOf('Finance'), /2 records.*IT \(1\)/)
  await expectText(rowOf('IT'), /1 record[^s].*Finance \(1\)/)
  const before = boxes()
  expect([...before.keys()].sort()).toEqual(['Finance', 'IT'])

  await press(table.getByRole('button', { name: 'Finance' }), '{Enter}')
  await expectText(rowOf('Ledger'), /Active.*IT \(1\).*Invoice sync \(1\)/)
  await expectAddress('/map?open=finance')
  await expect.poll(() => boxes().size).toBe(4)
  for (const [name, place] of before) expect(boxes().get(name)).toBe(place)
  await expectAccessible('an unfolded map')

  await userEvent.keyboard('{Enter}')
  await expectGone(rowOf('Ledger'))
  await expect.poll(boxes).toEqual(before)
})

it('shows the neighbors of a record as deep as is asked, and leads there from its card', async () => {
  await page.viewport(1280, 900)
  await openApp('/systems', await arranged())
  const details = await openDetails('Store')
  await details.getByRole('link', { name: 'Map' }).click()
  await expectAddress(`/map?record=system:${store.id}&depth=1`)
  await expectCount(table.getByRole('row'), 3)
  await expect.element(page.getByRole('heading', { name: 'Map of Store', level: 1 })).toBeVisible()
  await expectText(rowOf('Store'), /Maintenance.*Ledger/)
  await expectText(rowOf('Ledger'), /Store\s*Where it runs/)

  await page.getByRole('combobox', { name: 'Steps' }).selectOptions('2')
  await expectText(rowOf('Invoice sync'), /Ledger/)
  await expect.poll(() => [...boxes().keys()]).toEqual(['Store', 'Ledger', 'Invoice sync'])
  await page.getByRole('combobox', { name: 'Color by' }).selectOptions('Owner')
  await expectText(rowOf('Store'), /No owner/)
  await expectText(rowOf('Ledger'), /Has an owner/)
  await expectAccessible('the neighbors of a record')
})

it('begins with the first grouping that tells the records apart, and keeps the one that is chosen', async () => {
  await page.viewport(1280, 900)
  const workspace = membersWorkspace({
    systems: [system({ name: 'Ledger' })],
    automations: [automation({ name: 'Sync' })],
  })
  const map = vi.spyOn(workspace.relations, 'map')
  await openApp('/map', { as: ADA, workspace })
  await expectText(rowOf('Systems'), /1 record[^s]/)
  await expectText(rowOf('Automations'), /1 record[^s]/)
  expect(map.mock.calls.map(([by]) => by)).toEqual(['department', 'kind'])
  const by = page.getByRole('combobox', { name: 'Group by' })
  await expect.element(by).toHaveDisplayValue('Kind')
  await by.selectOptions('Department')
  await expectText(rowOf('No department'), /2 records/)
  await expectAddress('/map?by=department')
})

it('says what is not shown, and needs no picture on a phone', async () => {
  await page.viewport(375, 800)
  const { as, workspace } = await arranged()
  const many: RecordMap = {
    groups: [
      {
        key: 'finance',
        label: 'Finance',
        records: 212,
        unowned: 12,
        troubled: 3,
        critical: 9,
        inMaintenance: 2,
      },
    ],
    records: [],
    edges: [],
    hidden: { groups: 7, records: 90, relations: 4 },
    countedAt: new Date(2026, 10, 30, 14, 5),
  }
  vi.spyOn(workspace.relations, 'map').mockResolvedValue(many)
  await openApp('/map?color=runs&open=finance', { as, workspace })
  await expectText(rowOf('Finance'), /212 records.*212 of them not shown.*3 late or failing/)
  await expectText(
    page.getByRole('note'),
    /7 more groups are not shown. Records in them: 90.*Counted Nov 30, 2026, 2:05.PM/,
  )
  expect([...document.querySelectorAll('foreignObject')].every((box) => !box.checkVisibility())).toBe(true)
})

it('tells that it could not be loaded, and tries again', async () => {
  const { as, workspace } = await arranged()
  vi.spyOn(workspace.relations, 'map').mockRejectedValueOnce(new Error('away'))
  await openApp('/map', { as, workspace })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(table).toBeVisible()
})

const find = page.getByRole('searchbox', { name: 'Find on the map' })
const highlight = page.getByRole('combobox', { name: 'Highlight' })
const highlighted = () =>
  table
    .getByRole('row')
    .elements()
    .filter(({ textContent }) => textContent.includes('Highlighted'))
    .map((row) => row.querySelector('a, button')?.textContent)

it('finds a record by keyboard, highlights what it needs and the way to it, and has both in its address', async () => {
  await page.viewport(1280, 900)
  await openApp(`/map?record=system:${store.id}&depth=2`, await arranged())
  await expect.poll(() => boxes().size).toBe(3)
  await find.fill('nobody')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Not on this map')).toBeVisible()

  await find.fill('led')
  await userEvent.keyboard('{Enter}')
  await expect.element(rowOf('Ledger').getByRole('link', { name: 'Ledger' })).toHaveFocus()
  await expectAddress(`/map?record=system%3A${store.id}&depth=2&at=${ledger.id}`)
  await expect.poll(highlighted).toEqual(['Ledger'])

  await highlight.selectOptions('What needs it')
  await expect.poll(highlighted).toEqual(['Ledger', 'Invoice sync'])
  await expect.element(page.getByText('1 more highlighted')).toBeVisible()
  await highlight.selectOptions('What it needs')
  await expect.poll(highlighted).toEqual(['Store', 'Ledger'])
  await find.fill('invoice')
  await userEvent.keyboard('{Enter}')
  await highlight.selectOptions('The way to it')
  await expect.poll(highlighted).toEqual(['Store', 'Ledger', 'Invoice sync'])
  await expectAddress(`/map?record=system%3A${store.id}&depth=2&at=${sync.id}&follow=way`)
  await expectAccessible('a highlighted way')
})

it('keeps the open map where another one cannot be loaded, and says so', async () => {
  const { as, workspace } = await arranged()
  await openApp('/map', { as, workspace })
  await expectText(rowOf('Finance'), /2 records/)
  vi.spyOn(workspace.relations, 'map').mockRejectedValueOnce(new Error('away'))
  await table.getByRole('button', { name: 'Finance' }).click()
  await expect.element(page.getByText(/^The map shows what was loaded before/)).toBeVisible()
  await expectText(rowOf('Finance'), /2 records/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(rowOf('Ledger')).toBeVisible()
  await expectGone(page.getByText(/^The map shows what was loaded before/))
})

it('leaves as a drawing of its own, and on paper, with its date and what it shows', async () => {
  await page.viewport(1280, 900)
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file)
    return '#'
  })
  await openApp('/map?by=kind&color=owner', await arranged())
  await page.getByRole('button', { name: 'Download as SVG' }).click()
  await expect.poll(() => files.length).toBe(1)
  const drawing = new DOMParser().parseFromString((await files[0]?.text()) ?? '', 'image/svg+xml')
  const year = String(new Date().getFullYear())
  const texts = [...drawing.querySelectorAll('text')].map(({ textContent }) => textContent)
  expect(texts.slice(0, 3)).toEqual([
    'Map',
    expect.stringMatching(new RegExp(`^Example Works · .*${year}`)),
    'Group by: Kind · Color by: Owner',
  ])
  expect(texts).toContain('Systems')

  await page.viewport(720, 900)
  await commands.emulateMedia({ media: 'print' })
  await expect.element(page.getByText(new RegExp(`^Example Works · .*${year}`))).toBeVisible()
  await expect.element(page.getByText('Group by: Kind · Color by: Owner')).toBeVisible()
  expect([...document.querySelectorAll('foreignObject')].some((box) => box.checkVisibility())).toBe(true)
  await expect.element(page.getByRole('searchbox', { includeHidden: true })).not.toBeVisible()
})

const LONG = 'Ledger_of_all_accounts_and_of_everything_else_'.repeat(3).slice(0, 120)
const RIGHT_TO_LEFT = 'نظام الفوترة المركزي '.repeat(6).slice(0, 120)

it.each([375, 768, 1280, 1440])(
  'keeps names of 120 characters, right to left too, inside their boxes and the window at %i px',
  async (width) => {
    await page.viewport(width, 900)
    const [one, other] = [system({ name: LONG }), system({ name: RIGHT_TO_LEFT })]
    const workspace = membersWorkspace({ systems: [one, other] })
    for (const [fromId, toId] of [
      [one.id, other.id],
      [other.id, one.id],
    ] as const)
      await workspace.relations.add({ fromId, toId, type: 'depends_on', note: '' })
    await openApp(`/map?record=system:${one.id}&depth=3`, { as: ADA, workspace })
    await expectCount(table.getByRole('row'), 3)
    await expect.poll(() => boxes().size).toBe(2)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    for (const box of document.querySelectorAll('foreignObject a')) {
      const { left, right } = box.getBoundingClientRect()
      for (const words of box.querySelectorAll('span')) {
        const inner = words.getBoundingClientRect()
        expect(inner.left).toBeGreaterThanOrEqual(left)
        expect(inner.right).toBeLessThanOrEqual(right)
      }
    }
  },
)

it('shows the records of a list that match its filter, as its menu asks', async () => {
  await page.viewport(1280, 900)
  await openApp('/systems?q=ledger', await arranged())
  await page.getByRole('button', { name: 'List options' }).click()
  await page.getByRole('menuitem', { name: 'Map' }).click()
  await expectAddress('/map?q=ledger&of=system')
  await expectText(rowOf('Finance'), /1 record[^s]/)
  await expectCount(table.getByRole('row'), 2)
  await expect.element(page.getByText('Systems: “ledger”', { exact: false }).first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Group by' }).selectOptions('Kind')
  await expectText(rowOf('Systems'), /1 record[^s]/)
  await expectAddress('/map?q=ledger&of=system&by=kind')
  await page.getByRole('link', { name: 'Show the list' }).click()
  await expectAddress('/systems?q=ledger')
})

it('is among the pages of the palette', async () => {
  await openApp('/', { as: ADA, workspace: examplesWorkspace() })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('map')
  await page.getByRole('option', { name: 'Map', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'Map', level: 1 })).toBeVisible()
})
