import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import {
  expectCount,
  expectText,
  expectTexts,
  expectToast,
  fact,
  namesIn,
  openDetails,
} from './support/look.ts'
import { ADA } from './support/people.ts'
import { automation, system } from './support/records.ts'

const SCRIPT = '<img src="x" onerror="alert(1)"><script>alert(2)</script>'
const dialog = page.getByRole('dialog')

/** Opens the form of a new system, and sends what is entered. */
async function addSystem(name: string, description = ''): Promise<void> {
  await page.getByRole('button', { name: 'Add System' }).first().click()
  await dialog.getByLabelText('System Name').fill(name)
  await dialog.getByLabelText('Description').fill(description)
  await dialog.getByRole('button', { name: 'Add System' }).click()
}

describe('[OPEN-03, 04] hostile input', () => {
  it('of 10,000 characters is refused at its field, and stays there', async () => {
    await openApp('/systems', { as: ADA })
    await addSystem('W'.repeat(10_000))
    const problem = 'System name must have at most 120 characters.'
    await expect.element(page.getByRole('alert').filter({ hasText: problem })).toBeVisible()
    await expect.element(page.getByLabelText('System Name')).toHaveValue('W'.repeat(10_000))
  })

  it('with markup is shown, not obeyed', async () => {
    const alert = vi.spyOn(window, 'alert').mockImplementation(() => undefined)
    await openApp('/systems', { as: ADA })
    await addSystem(SCRIPT, `${SCRIPT}\n${'y'.repeat(1_900)}`)
    await expectToast(`${SCRIPT} has been added successfully`)
    const details = await openDetails(SCRIPT)
    await expect.element(fact(details, 'Description')).toHaveTextContent(SCRIPT)
    await expectCount(page.getByCss('img[src="x"]'), 0)
    expect(alert).not.toHaveBeenCalled()
  })

  it('from right to left keeps its direction and its place', async () => {
    await openApp('/systems', { as: ADA, systems: [system({ name: 'Large' })] })
    await addSystem('نظام الرواتب 🚀')
    await expectTexts(namesIn('Systems'), ['Large', 'نظام الرواتب 🚀'])
    const name = page.getByRole('link', { name: 'نظام الرواتب 🚀', exact: true }).element()
    expect(getComputedStyle(name).direction).toBe('rtl')
    expect(getComputedStyle(name).textAlign).toBe('left')
  })

  it('of 200 kB in details can be read and edited around', async () => {
    const details = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, index) => [`field ${index}`, `${index} ${'x'.repeat(40)}`]),
    )
    await openApp('/systems', { as: ADA, systems: [system({ name: 'Large', details })] })
    const shown = await openDetails('Large')
    await expect.element(shown.getByText('"field 2999"')).toBeInTheDocument()
    await shown.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabelText('Description').fill('Still quick')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectText(fact(shown, 'Description'), 'Still quick')
  })

  it('with an address that is a script never becomes a link', async () => {
    await openApp('/automations', { as: ADA, automations: [automation({ name: 'Invoices' })] })
    await page.getByRole('button', { name: 'Edit Invoices' }).click()
    const form = page.getByRole('dialog', { name: 'Edit Automation' })
    await form.getByLabelText('Webhook URL').fill('javascript:alert(3)')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    const problem = 'Enter a web address that begins with https://'
    await expect.element(form.getByRole('alert').filter({ hasText: problem })).toBeVisible()
    await expectCount(page.getByCss('a[href^="javascript:"]'), 0)
  })
})
