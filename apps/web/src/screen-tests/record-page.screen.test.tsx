import { DEFAULT_FEATURES } from '@cairn/workspace/rules/features'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { historyEntry, withHistory } from './support/history.ts'
import {
  expectAddress,
  expectGone,
  expectResting,
  expectTexts,
  expectToast,
  focus,
  namesIn,
  VIEWERS_CHANGE_NOTHING,
} from './support/look.ts'
import { ADA, mia } from './support/people.ts'
import { system } from './support/records.ts'
import { expectWhole } from './support/whole.ts'
import { membersWorkspace } from './support/workspace.ts'

const heading = (name: string) => page.getByRole('heading', { name, level: 1, exact: true })
const title = (name: string) => page.getByRole('link', { name, exact: true })
const backToList = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Systems' })
const whole = page.getByRole('article')
const names = namesIn('Systems')

describe('the page of a record', () => {
  it('opens by its address, and by an earlier one', async () => {
    const payroll = system({
      name: 'Payroll',
      description: 'Pays everybody.',
      fields: { vendor: 'Acme', renews_on: '2999-03-01' },
    })
    const workspace = membersWorkspace({ systems: [payroll] })
    withHistory(workspace, [historyEntry(1, { action: 'created', field: null })])
    for (const path of [`/systems/${payroll.id}`, `/systems?id=${payroll.id}&view=page`]) {
      await openApp(path, { as: ADA, workspace })
      await expect.element(heading('Payroll')).toBeVisible()
      await expectAddress(`/systems/${payroll.id}`)
      await expect.poll(() => document.title).toBe('Payroll · Cairn')
      await expect.element(whole).toHaveAccessibleName('Payroll')
      for (const text of ['Active', 'Pays everybody.', 'Acme'])
        await expect.element(whole).toHaveTextContent(text)
      await expect.element(whole.getByRole('heading', { name: 'Experts' })).toBeVisible()
      await expect.element(whole.getByRole('list', { name: 'Activity' })).toBeVisible()
      await expectGone(page.getByRole('dialog'))
      await expectGone(page.getByRole('table'))
      await expect
        .element(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Systems' }))
        .toHaveAttribute('aria-current', 'page')
    }
    await expectAccessible('the page of a record')
    await backToList.click()
    await expectTexts(names, ['Payroll'])
  })

  it.each([1440, 1024])(
    'opens by Enter on the details, and Back leads through all of it, %i wide',
    async (width) => {
      await page.viewport(width, 900)
      const payroll = system({ name: 'Payroll' })
      await openApp('/systems', { as: ADA, systems: [payroll, system({ name: 'Portal' })] })
      await page.getByRole('searchbox', { name: 'Filter systems' }).fill('pay')
      await expectTexts(names, ['Payroll'])
      focus(title('Payroll'))
      await userEvent.keyboard('{Enter}')
      await expect.element(page.getByRole('dialog', { name: 'Payroll' })).toHaveFocus()
      await userEvent.keyboard('{Enter}')
      await expectAddress(`/systems/${payroll.id}`)
      await expect.element(heading('Payroll')).toHaveFocus()

      // Tab reaches the actions, and the list is unchanged.
      for (const action of [
        page.getByRole('link', { name: 'Show beside the list' }),
        whole.getByRole('button', { name: 'Delete' }),
        whole.getByRole('button', { name: 'Edit' }),
      ]) {
        for (let stop = 0; stop < 10 && document.activeElement !== action.element(); stop += 1)
          await userEvent.tab()
        await expect.element(action).toHaveFocus()
      }
      await backToList.click()
      await expectTexts(names, ['Payroll'])
      await expectAddress('/systems?q=pay')
      history.back()
      await expect.element(heading('Payroll')).toBeVisible()
      history.back()
      await expect.element(page.getByRole('dialog', { name: 'Payroll' })).toBeVisible()
      history.back()
      await expectGone(page.getByRole('dialog'))
    },
  )

  it('is where a record is edited and deleted, and leads beside the list', async () => {
    const payroll = system({ name: 'Payroll' })
    await openApp(`/systems/${payroll.id}`, { as: ADA, systems: [payroll] })
    const form = page.getByRole('dialog', { name: 'Edit System' })
    await whole.getByRole('button', { name: 'Edit' }).click()
    await expect.element(form).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expectGone(form)
    await expect.element(whole.getByRole('button', { name: 'Edit' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await form.getByLabelText('System Name').fill('Wages')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast('Wages has been updated successfully')
    await expect.element(heading('Wages')).toBeVisible()
    await expect.poll(() => document.title).toBe('Wages · Cairn')

    await page.viewport(1440, 900)
    await page.getByRole('link', { name: 'Show beside the list' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Wages' })).toBeVisible()
    await expectTexts(names, ['Wages'])
    await page.getByRole('link', { name: 'Open as page' }).click()
    await expect.element(heading('Wages')).toHaveFocus()

    await whole.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expectAddress('/systems')
    await expect.element(page.getByRole('heading', { name: 'No Systems Yet' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectTexts(names, ['Wages'])
  })

  it('says that there is no such record, whatever the address', async () => {
    for (const id of [crypto.randomUUID(), 'nonsense', '%F0%9F%9A%80', "1'--"]) {
      await openApp(`/systems/${id}`, { as: ADA, systems: [system({ name: 'Payroll' })] })
      await expect.element(heading('System not found')).toBeVisible()
      await expect
        .element(page.getByText('This system has been deleted, or the address is wrong.'))
        .toBeVisible()
    }
    await expectAccessible('no such record')
    await backToList.click()
    await expectTexts(names, ['Payroll'])
  })

  it('tells a viewer why nothing can be changed', async () => {
    const payroll = system({ name: 'Payroll' })
    await openApp(`/systems/${payroll.id}`, { as: mia('viewer'), systems: [payroll] })
    for (const name of ['Edit', 'Delete'])
      await expectResting(whole.getByRole('button', { name }), VIEWERS_CHANGE_NOTHING)
  })

  it('is not seen where the feature is switched off', async () => {
    const payroll = system({ name: 'Payroll' })
    const workspace = membersWorkspace({ systems: [payroll] })
    const features = { ...workspace.features, list: async () => ({ ...DEFAULT_FEATURES, systems: false }) }
    for (const path of ['/systems', `/systems/${payroll.id}`]) {
      await openApp(path, { as: ADA, workspace: { ...workspace, features } })
      await expect.element(heading('Feature Disabled')).toBeVisible()
      await expectGone(page.getByText('Payroll'))
    }
  })

  it('is one column on a phone', async () => {
    await page.viewport(375, 800)
    const payroll = system({ name: 'Payroll' })
    await openApp('/systems', { as: ADA, systems: [payroll] })
    await title('Payroll').click()
    await page.getByRole('dialog').getByRole('link', { name: 'Open as page' }).click()
    await expect.element(heading('Payroll')).toBeVisible()
    await expectAddress(`/systems/${payroll.id}`)
    await expectWhole('the page of a record on a phone')
    await expectAccessible('the page of a record on a phone')
    await backToList.click()
    await title('Payroll').click()
    await expect.element(page.getByRole('dialog', { name: 'Payroll' })).toBeVisible()
  })
})
