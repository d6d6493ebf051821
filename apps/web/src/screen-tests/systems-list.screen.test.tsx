import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { expectAddress, expectGone, expectText, expectTexts, namesIn, openDetails } from './support/look.ts'
import { ADA, mia } from './support/people.ts'
import { system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

const listed = () => namesIn('Systems')

it('[SYS-01, 02, 03, 04, 05, DIS-29] helps an account without systems to its first', async () => {
  await openApp('/systems', { as: ADA })
  await expect.element(page.getByText("Manage your organization's systems", { exact: true })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'No Systems Yet' })).toBeVisible()
  await expectGone(page.getByRole('table'))
  for (const name of ['Add System', 'Create First System']) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect.element(page.getByRole('dialog', { name: 'Add System' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expectGone(page.getByRole('dialog'))
  }
})

it('[SYS-06, 07, 08, 11] lists the systems of the account by name', async () => {
  const createdAt = new Date('2024-02-03T10:20:30Z')
  await openApp('/systems', {
    as: ADA,
    systems: [
      system({ name: 'Payroll', description: 'Pays everybody.', ownerId: ADA.id, createdAt }),
      system({ name: 'billing', createdAt }),
      system({ name: 'Archive', createdAt }),
    ],
  })
  await expectTexts(page.getByRole('columnheader'), [
    'Name',
    'Description',
    'Status',
    'Owner',
    'Created',
    'Actions',
  ])
  await expectTexts(listed(), ['Archive', 'billing', 'Payroll'])
  const payroll = page.getByRole('row', { name: 'Payroll' })
  const cell = (index: number) => payroll.getByRole('cell').nth(index)
  await expectText(cell(1), 'Pays everybody.')
  await expectText(cell(3), /Ada Founder/)
  await expectText(cell(4), 'Feb 3, 2024')
  await expectText(page.getByRole('row', { name: 'Archive' }).getByRole('cell').nth(3), 'No owner assigned')

  await payroll.getByRole('button', { name: 'Edit Payroll' }).click()
  const form = page.getByRole('dialog', { name: 'Edit System' })
  await expect.element(form.getByLabelText('System Name')).toHaveValue('Payroll')
  await userEvent.keyboard('{Escape}')
  await payroll.getByRole('button', { name: 'Delete Payroll' }).click()
  await expect.element(page.getByRole('alertdialog', { name: 'Delete System' })).toHaveTextContent('Payroll')
})

it('[SYS-09, DIS-29] says so when a filter leaves nothing, and keeps it in the address', async () => {
  const visit = {
    as: mia('viewer'),
    workspace: membersWorkspace({
      systems: [system({ name: 'Payroll', description: 'Pays everybody.' }), system({ name: 'Archive' })],
    }),
  }
  await openApp('/systems', visit)
  await expectTexts(listed(), ['Archive', 'Payroll'])

  const filter = page.getByRole('searchbox', { name: 'Filter systems' })
  await filter.fill('PAYS')
  await expectTexts(listed(), ['Payroll'])
  await expectAddress('/systems?q=PAYS')
  await openApp(location.pathname + location.search, visit)
  await expect.element(filter).toHaveValue('PAYS')
  await expectTexts(listed(), ['Payroll'])

  await filter.fill('nothing like it')
  await expect.element(page.getByRole('cell', { name: 'No systems found.' })).toBeVisible()
  await expectGone(page.getByText('No Systems Yet'))
  await filter.fill('')
  await expectTexts(listed(), ['Archive', 'Payroll'])
})

it('[SYS-11] turns the order around at the head of a column', async () => {
  const made = (name: string, day: string) => system({ name, createdAt: new Date(day) })
  await openApp('/systems', {
    as: mia('viewer'),
    systems: [made('Archive', '2024-03-01'), made('Billing', '2024-01-01'), made('Payroll', '2024-02-01')],
  })
  const head = (name: string) => page.getByRole('columnheader', { name })
  await expectTexts(listed(), ['Archive', 'Billing', 'Payroll'])
  await expect.element(head('Name')).toHaveAttribute('aria-sort', 'ascending')
  await head('Name').getByRole('button').click()
  await expectTexts(listed(), ['Payroll', 'Billing', 'Archive'])
  await head('Created').getByRole('button').click()
  await expectTexts(listed(), ['Billing', 'Payroll', 'Archive'])
})

it('[SYS-10, 27] opens the details at a press on the row, at an address of their own', async () => {
  const payroll = system({ name: 'Payroll' })
  const visit = { as: mia('viewer'), workspace: membersWorkspace({ systems: [payroll] }) }
  await openApp('/systems', visit)
  await page.getByRole('row', { name: 'Payroll' }).getByRole('cell').nth(3).click()
  const details = page.getByRole('dialog', { name: 'Payroll' })
  await expect.element(details.getByText(payroll.id, { exact: true })).toBeVisible()
  await expectAddress(`/systems?id=${payroll.id}`)

  await openApp(location.pathname + location.search, visit)
  await expect.element(details).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expectAddress('/systems')
  await openDetails('Payroll')
  history.back()
  await expectGone(details)

  await openApp('/systems?id=00000000-0000-4000-8000-000000000000', visit)
  await expect.element(page.getByRole('dialog', { name: 'System not found' })).toBeVisible()
})
