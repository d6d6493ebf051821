import { arrangeSystem, keepSignInAs, openSystems } from './support/systems.ts'
import { expect, test } from './support/test.ts'

test.describe('without the code of tooltips', () => {
  test.use({ expectedComplaints: [/ERR_FAILED.*tooltip-bubble/] })

  test('a control works, and the next look tries again', async ({ page, cairn, organisation }) => {
    const { accountId } = await keepSignInAs(page, organisation, 'admin')
    await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
    await openSystems(page)
    const code = '**/assets/tooltip-bubble-*.js'
    await page.route(code, (route) => route.abort())
    const density = page.getByRole('button', { name: 'Compact rows' })
    const asked = page.waitForRequest(code)
    await density.hover()
    await asked
    await density.click()
    await expect(density).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('tooltip')).toHaveCount(0)
    await page.unroute(code)
    await page.getByRole('heading', { name: 'Systems', level: 1 }).hover()
    await density.hover()
    await expect(page.getByRole('tooltip')).toHaveText('Compact rows')
  })
})
