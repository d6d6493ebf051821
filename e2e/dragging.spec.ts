import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { whenIdle } from './support/browser.ts'
import { arrangeSystem, keepSignInAs, openSystems, signInAs } from './support/systems.ts'
import { expect, test } from './support/test.ts'

/** Takes an entry by its handle and drops it over another one. */
async function drag(page: Page, handle: Locator, over: Locator): Promise<void> {
  await handle.hover()
  await page.mouse.down()
  const box = await over.boundingBox()
  if (box === null) throw new Error('There is nothing to drag it to.')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 12 })
  await page.mouse.up()
  await expect(page.getByRole('menu')).toHaveCount(0)
}

test('views, columns, fields and choices are sorted with the mouse', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId, me } = await keepSignInAs(page, organisation, 'admin')
  const database = cairn.database
  await arrangeSystem(database, { accountId, name: 'Payroll', ownerId: me.id })
  await database`
    insert into public.views (account_id, kind, person_id, name, address)
    select ${accountId}, 'system', ${me.id}, name, 'q=' || lower(name) from unnest(array['One', 'Two', 'Three']) as name`
  await database`
    insert into public.own_fields (account_id, kind, name, type, place, choices)
    values
      (${accountId}, 'system', 'Seats', 'number', 0, '[]'),
      (${accountId}, 'system', 'Contract', 'text', 1, '[]'),
      (${accountId}, 'system', 'Hosting', 'choice', 2, '[{"name": "Cloud"}, {"name": "Own"}, {"name": "Both"}]')`

  await test.step('a view', async () => {
    await openSystems(page)
    const views = page.getByRole('list', { name: 'Your views' })
    await expect(views.getByRole('link')).toHaveText([/^One/, /^Two/, /^Three/])
    const isOrdered = page.waitForResponse(/order_views/)
    await drag(page, views.getByRole('button', { name: 'Move Three' }), views.getByRole('link').first())
    await isOrdered
    await expect(views.getByRole('link')).toHaveText([/^Three/, /^One/, /^Two/])
    await page.reload()
    await expect(views.getByRole('link')).toHaveText([/^Three/, /^One/, /^Two/])
  })

  await test.step('a column', async () => {
    await page.getByRole('button', { name: 'Columns' }).click()
    const columns = page.getByRole('list', { name: 'Columns' }).getByRole('listitem')
    await expect(columns.first()).not.toHaveText('Owner')
    await drag(page, page.getByRole('button', { name: 'Move Owner' }), columns.first())
    await expect(columns.first()).toHaveText('Owner')
    await expect(page).toHaveURL(/cols=[^&]*owner/)
    await page.keyboard.press('Escape')
  })

  const fields = page.getByRole('list', { name: 'Fields', exact: true }).getByRole('listitem')

  await test.step('a field', async () => {
    await page.goto('/settings?tab=fields')
    await expect(fields).toHaveText([/^Seats/, /^Contract/, /^Hosting/])
    await drag(page, page.getByRole('button', { name: 'Move Seats' }), fields.last())
    await expect(fields).toHaveText([/^Contract/, /^Hosting/, /^Seats/])
    const stored = () =>
      database`select name from public.own_fields where account_id = ${accountId} order by place`
    await expect.poll(stored).toEqual([{ name: 'Contract' }, { name: 'Hosting' }, { name: 'Seats' }])
    // Several presses, each before the previous one is saved.
    await page.getByRole('button', { name: 'Move Seats' }).focus()
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown', 'Home']) await page.keyboard.press(key)
    await expect.poll(stored).toEqual([{ name: 'Seats' }, { name: 'Contract' }, { name: 'Hosting' }])
    await expect(fields).toHaveText([/^Seats/, /^Contract/, /^Hosting/])
  })

  await test.step('a choice', async () => {
    await page.getByRole('button', { name: 'Edit Hosting', exact: true }).click()
    const choices = page.getByRole('list', { name: 'Choices' }).getByRole('listitem')
    await drag(page, page.getByRole('button', { name: 'Move Both', exact: true }), choices.first())
    await expect(page.getByLabel('Name of choice 1')).toHaveValue('Both')
    await page.getByRole('button', { name: 'Save Field' }).click()
    await expect(fields).toHaveCount(3)
    const [stored] = await database<{ names: string[] }[]>`
      select to_json(array(select c ->> 'name' from jsonb_array_elements(choices) as c)) as names
      from public.own_fields where account_id = ${accountId} and name = 'Hosting'`
    expect(stored?.names).toEqual(['Both', 'Cloud', 'Own'])
  })
})

test('a field that was moved keeps its place while the list is reloaded', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  await cairn.database`
    insert into public.own_fields (account_id, kind, name, type, place)
    values (${accountId}, 'system', 'Seats', 'number', 0), (${accountId}, 'system', 'Contract', 'text', 1)`
  // The timers of notifications run late, as on a slow machine.
  await page.addInitScript(`
    const start = window.setTimeout
    window.setTimeout = (act, ms, ...given) => start(act, ms || 50, ...given)
  `)
  await page.goto('/settings?tab=fields')
  const fields = page.getByRole('list', { name: 'Fields', exact: true })
  await expect(fields.getByRole('listitem')).toHaveText([/^Seats/, /^Contract/])
  await page.evaluate(`
    const list = document.querySelector('main ul[aria-label="Fields"]')
    const note = () => firstOnes.add(list.innerText.split('\\n')[0])
    window.firstOnes = new Set()
    new MutationObserver(note).observe(list, { childList: true })
  `)
  const isReadAnew = page.waitForResponse(
    (response) => /\/own_fields\?/.test(response.url()) && response.request().method() === 'GET',
  )
  await page.getByRole('button', { name: 'Move Seats' }).press('ArrowDown')
  await isReadAnew
  await whenIdle(page)
  expect(await page.evaluate('[...firstOnes]')).toEqual(['Contract'])
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true })

  test('fields and choices are sorted without dragging: by a menu, with keys and with taps', async ({
    page,
    cairn,
    organisation,
  }) => {
    await page.setViewportSize({ width: 375, height: 800 })
    const { accountId } = await signInAs(page, organisation, 'admin')
    await cairn.database`
    insert into public.own_fields (account_id, kind, name, type, place, choices)
    values
      (${accountId}, 'system', 'Seats', 'number', 0, '[]'),
      (${accountId}, 'system', 'Contract', 'text', 1, '[]'),
      (${accountId}, 'system', 'Hosting', 'choice', 2, '[{"name": "Cloud"}, {"name": "Own"}]')`
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const item = (name: string) => page.getByRole('menuitem', { name })
    await page.goto('/settings?tab=fields')
    const fields = page.getByRole('list', { name: 'Fields', exact: true }).getByRole('listitem')

    await test.step('with keys', async () => {
      await expect(button('Move Seats')).toHaveAccessibleDescription('Arrow keys move it.')
      await expectAccessible(page, 'handles of fields')
      await button('Move Seats').press('Enter')
      await expect(page.getByRole('menuitem')).toHaveText(['Move Down'])
      await expect(item('Move Down')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(fields).toHaveText([/^Contract/, /^Seats/, /^Hosting/])
      await expect(button('Move Seats')).toBeFocused()
      await page.keyboard.press('Space')
      await expect(item('Move Up')).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await expect(item('Move Down')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(fields).toHaveText([/^Contract/, /^Hosting/, /^Seats/])
      await expect(button('Move Seats')).toBeFocused()
      await page.keyboard.press('ArrowUp')
      await expect(fields).toHaveText([/^Contract/, /^Seats/, /^Hosting/])
      await expect(page.getByRole('menu')).toHaveCount(0)
    })

    await test.step('with taps', async () => {
      await button('Move Hosting').tap()
      await item('Move Up').tap()
      await expect(fields).toHaveText([/^Contract/, /^Hosting/, /^Seats/])
      await button('Edit Hosting').tap()
      await button('Move Own').tap()
      await expect(page.getByRole('menuitem')).toHaveText(['Move Up'])
      await item('Move Up').tap()
      await expect(page.getByLabel('Name of choice 1')).toHaveValue('Own')
      await expect(page.getByRole('form', { name: 'Edit Hosting' })).toBeVisible()
    })
  })
})
