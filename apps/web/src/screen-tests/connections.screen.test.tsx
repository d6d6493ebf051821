import { AccountMissing, NotSignedIn } from '@cairn/workspace/errors'
import { asPhrase } from '@cairn/workspace/lib/phrase'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import {
  expectAddress,
  expectGone,
  expectResting,
  expectTexts,
  expectToast,
  namesIn,
  press,
  toast,
  VIEWERS_CHANGE_NOTHING,
} from './support/look.ts'
import { ADA, mia } from './support/people.ts'
import { membersWorkspace } from './support/workspace.ts'

it('[SET-18, 19, AGT-02, AUTO-01] has two sub-tabs for connections, each with a form', async () => {
  await openApp('/settings/connections', { as: ADA })
  await expect.element(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await expectTexts(page.getByRole('tablist', { name: 'Connections' }).getByRole('tab'), [
    'Automations',
    'AI Agents',
  ])
  await expect.element(page.getByRole('form', { name: 'Create Automation' })).toBeVisible()
  await page.getByRole('tab', { name: 'AI Agents' }).click()
  await expect.element(page.getByRole('form', { name: 'Create Agent' })).toBeVisible()
  await expectAddress('/settings/connections?section=agents')
  await openApp('/settings/connections?section=agents', { as: ADA })
  await expect.element(page.getByRole('form', { name: 'Create Agent' })).toBeVisible()
})

const FORMS = [
  {
    part: 'agents',
    thing: 'agent',
    article: 'an agent',
    things: 'Agents',
    title: 'Create Agent',
    label: 'Agent Name',
    numbers: { login: '[AGT-13, SET-20, DIS-28]', account: '[AGT-12, DIS-28]', refused: '[AGT-16]' },
  },
  {
    part: 'automations',
    thing: 'automation',
    article: 'an automation',
    things: 'Automations',
    title: 'Create Automation',
    label: 'Automation Name',
    numbers: { login: '[AUTO-15, SET-20, DIS-28]', account: '[AUTO-14, DIS-28]', refused: '[AUTO-18]' },
  },
] as const

type Form = (typeof FORMS)[number]

/** Opens the form and fills the name in. */
async function openForm({ part, title, label }: Form, visit: Parameters<typeof openApp>[1]) {
  const { workspace } = await openApp(`/settings/connections?section=${part}`, visit)
  const form = page.getByRole('form', { name: title })
  await form.getByLabelText(label).fill('Reader')
  return { form, workspace, create: form.getByRole('button', { name: title }) }
}

it('[AGT-08, 09, 10, 11, 17] creates an agent', async () => {
  const { form, workspace, create } = await openForm(FORMS[0], { as: mia('user') })
  const add = vi.spyOn(workspace.agents, 'add')
  await expectTexts(form.getByLabelText('Platform').getByRole('option'), [
    'OpenAI',
    'Anthropic',
    'Custom',
    'Other',
  ])
  const status = form.getByLabelText('Status')
  await expectTexts(status.getByRole('option'), ['Active', 'Training', 'Inactive'])
  await expect.element(status).toHaveValue('inactive')
  await form.getByLabelText('Platform').selectOptions('Anthropic')
  await form.getByLabelText('Description').fill('Reads contracts.')
  await status.selectOptions('Training')
  await create.click()
  await expectToast('Agent has been created.')
  expect(add).toHaveBeenCalledWith(
    expect.objectContaining({
      name: 'Reader',
      platform: 'Anthropic',
      description: 'Reads contracts.',
      status: 'training',
      ownerId: null,
    }),
  )
  await expect.element(form.getByLabelText('Agent Name')).toHaveValue('')
  await page.getByRole('link', { name: 'All agents' }).click()
  await expectTexts(namesIn('Agents'), ['Reader'])
})

it('complains of the field that is wrong, and not any more of the one before', async () => {
  const { form, create } = await openForm(FORMS[0], { as: mia('user') })
  const name = form.getByLabelText('Agent Name')
  await name.fill('')
  await create.click()
  await expect.element(toast()).toBeVisible()
  // The toast does not close by itself while the pointer is over it.
  await toast().hover()
  await form.getByLabelText('Description').fill('x'.repeat(2001))
  await name.fill('Reader')
  await press(name, '{Enter}')
  await expect.element(form.getByText('Description must have at most 2,000 characters.')).toBeVisible()
  await expectGone(toast())
})

it('[AUTO-09, 13, 20, DIS-16, OPEN-24] creates an automation, which starts inactive', async () => {
  const { form, workspace, create } = await openForm(FORMS[1], { as: mia('user') })
  const add = vi.spyOn(workspace.automations, 'add')
  await expectTexts(form.getByLabelText('Source').getByRole('option'), [
    'Zapier',
    'Make.com',
    'Power Automate',
    'Other',
  ])
  await expectGone(form.getByLabelText('Status'))
  await form.getByLabelText('Webhook URL').fill('http://hooks.example/1')
  await create.click()
  await expect.element(form.getByRole('alert').filter({ hasText: 'begins with https://' })).toBeVisible()
  await form.getByLabelText('Webhook URL').fill('https://hooks.example/1')
  await create.click()
  await expectToast('Automation has been created.')
  expect(add).toHaveBeenCalledWith(
    expect.objectContaining({
      name: 'Reader',
      source: 'Zapier',
      webhookUrl: 'https://hooks.example/1',
      ownerId: null,
    }),
  )
  await page.getByRole('link', { name: 'All automations' }).click()
  await expect.element(page.getByRole('switch', { name: 'Reader is active' })).not.toBeChecked()
})

describe.each(FORMS)('creating $article', (kind) => {
  const { part, thing, article, things, title, label, numbers } = kind

  for (const { what, error, toasts } of [
    {
      what: `${numbers.login} needs a sign-in`,
      error: new NotSignedIn(asPhrase(`You must be logged in to create ${article}.`)),
      toasts: ['Authentication Error', `You must be logged in to create ${article}.`],
    },
    {
      what: `${numbers.refused} fails with the message of the server`,
      error: refusal('Not on a Sunday.'),
      toasts: [`Failed to create ${thing}: Not on a Sunday.`],
    },
  ])
    it(what, async () => {
      const { form, workspace, create } = await openForm(kind, { as: ADA })
      vi.spyOn(workspace[part], 'add').mockRejectedValue(error)
      await create.click()
      for (const text of toasts) await expectToast(text)
      await expect.element(form.getByLabelText(label)).toHaveValue('Reader')
    })

  it(`${numbers.account} needs an account`, async () => {
    const workspace = membersWorkspace()
    vi.spyOn(workspace[part], 'add').mockRejectedValue(new AccountMissing(null))
    const { create } = await openForm(kind, { as: ADA, workspace })
    await create.click()
    const text = 'User or account information is missing'
    await expect.element(toast().getByText(text, { exact: true })).toBeVisible()
  })

  it('[GAP-08] saves nothing of a guest', async () => {
    const { create } = await openForm(kind, {})
    await create.click()
    await expectToast('Guest Mode', `${things} aren't saved in guest mode. Please sign up for full access.`)
  })

  it('[GAP-08] is not for a viewer, who reads why before anything is filled in', async () => {
    await openApp(`/settings/connections?section=${part}`, { as: mia('viewer') })
    await expect.element(page.getByRole('main').getByText(VIEWERS_CHANGE_NOTHING)).toBeVisible()
    const form = page.getByRole('form', { name: title })
    await expect.element(form.getByLabelText(label)).toBeDisabled()
    await expectResting(form.getByRole('button', { name: title }), VIEWERS_CHANGE_NOTHING)
  })
})
