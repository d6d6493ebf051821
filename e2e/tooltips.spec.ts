import { arrangeSystem, keepSignInAs, openSystems } from './support/systems.ts'
import { expect, test } from './support/test.ts'

test('a tooltip waits for the pointer, lets it come, and goes with a press, with Escape and with the list', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  for (let n = 1; n <= 40; n++) await arrangeSystem(cairn.database, { accountId, name: `System ${n}` })
  await openSystems(page)
  const tooltip = page.getByRole('tooltip')
  const density = page.getByRole('button', { name: 'Compact rows' })

  await test.step('it describes its control, and the pointer can rest on it', async () => {
    await density.hover()
    await expect(tooltip).toHaveText('Compact rows')
    await expect(density).toHaveAttribute('aria-describedby', (await tooltip.getAttribute('id')) ?? '')
    await tooltip.hover()
    await expect(tooltip).toBeVisible()
    await page.getByRole('heading', { name: 'Systems', level: 1 }).hover()
    await expect(tooltip).toHaveCount(0)
  })

  await test.step('a press puts it away, and the pointer has to leave before it comes again', async () => {
    await density.hover()
    await expect(tooltip).toBeVisible()
    await page.mouse.down()
    await expect(tooltip).toHaveCount(0)
    await page.mouse.up()
    await expect(density).toHaveAttribute('aria-pressed', 'true')
    await expect(tooltip).toHaveCount(0)
  })

  await test.step('Escape puts it away, and there is never a second one', async () => {
    const edit = page.getByRole('button', { name: 'Edit System 1', exact: true })
    await edit.focus()
    await expect(tooltip).toHaveText('Edit System 1')
    await page.getByRole('button', { name: 'Delete System 1', exact: true }).hover()
    await expect(tooltip).toHaveText('Delete System 1')
    await page.keyboard.press('Escape')
    await expect(tooltip).toHaveCount(0)
  })

  await test.step('it goes when the list scrolls', async () => {
    await page.getByRole('button', { name: 'Edit System 1', exact: true }).blur()
    await page.getByRole('button', { name: 'Edit System 1', exact: true }).focus()
    await expect(tooltip).toBeVisible()
    await page.mouse.wheel(0, 600)
    await expect(tooltip).toHaveCount(0)
  })
})
