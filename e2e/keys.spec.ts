import { signInAs } from './support/systems.ts'
import { expect, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test('a viewer who presses the key to create learns why they cannot', async ({ page, organisation }) => {
  await page.clock.install()
  const code = page.waitForResponse(/\/assets\/windows-[^/]+\.js$/, { timeout: 0 })
  await signInAs(page, organisation, 'viewer')
  await test.step('the palette is fetched before anybody touches a key', async () => {
    await page.clock.runFor(15_000)
    await code
  })
  await page.keyboard.press('c')
  await expectToast(page, 'Viewers cannot make changes. Ask an administrator for another level.')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
