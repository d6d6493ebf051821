import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { expectGone, expectToast } from './support/look.ts'
import { mia } from './support/people.ts'

it('tells viewers why they import nothing', async () => {
  await openApp('/import', { as: mia('viewer') })
  await expect.element(page.getByText('Viewers cannot make changes.')).toBeVisible()
  await expectGone(page.getByRole('button', { name: 'Choose a File' }))
})

/** The headings of the steps that had a button Continue, from now on, were it for a moment. */
function headingsWithContinue(): Set<string> {
  const seen = new Set<string>()
  new MutationObserver(() => {
    const names = [...document.querySelectorAll('main button')].map((button) => button.textContent)
    const heading = document.querySelector('main h2')?.textContent
    if (heading && names.includes('Continue')) seen.add(heading)
  }).observe(document.body, { childList: true, subtree: true })
  return seen
}

it('shows a guest how a file is read, and tells that nothing is saved', async () => {
  await openApp('/import?kind=system')
  const offered = headingsWithContinue()
  const rows = [1, 2, 3].map((n) => `Tool ${n};Purpose ${n};Live`)
  const file = new File([['Anwendung;Zweck;Zustand', ...rows].join('\r\n')], 'tools.csv', {
    type: 'text/csv',
  })
  await page.getByLabelText('File', { exact: true }).upload(file)
  await expect.element(page.getByRole('heading', { name: 'How the file was read' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Check 3 Rows' }).click()
  expect([...offered], 'a Continue that leads where the import goes by itself').not.toContain('Choose a file')
  await expectToast('Guest Mode')
})
