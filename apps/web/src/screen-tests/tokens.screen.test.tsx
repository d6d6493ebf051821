import type { ApiToken, ApiTokens, ServiceAccount } from '@cairn/workspace/port/tokens'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { expectCount, expectGone } from './support/look.ts'
import { ADA, member, mia } from './support/people.ts'
import { membersWorkspace } from './support/workspace.ts'

const TOKENS = '/settings/tokens'
const API = '/settings/api'
const SECRET = `cairn_${'0'.repeat(44)}c0de`
const NIGHTLY: ServiceAccount = {
  id: 'nightly',
  name: 'Nightly',
  purpose: 'Enters what is found.',
  ownerId: ADA.id,
  ownerName: ADA.name,
  tokens: 0,
}
const own = page.getByRole('list', { name: 'Your tokens' }).getByRole('listitem')
const all = page.getByRole('list', { name: 'All Tokens' })

const token = (told: Partial<ApiToken>): ApiToken => ({
  id: 'token',
  name: 'Reports',
  isMine: true,
  ownerName: ADA.name,
  serviceAccount: null,
  scopes: ['systems:read'],
  ending: 'c0de',
  createdAt: new Date(),
  expiresAt: null,
  lastUsedAt: null,
  lastUsedFrom: null,
  formerUntil: null,
  hasSecret: true,
  ...told,
})

/** A workspace with API tokens, of which each can be made, rotated and revoked. */
function withTokens(told: Partial<ApiTokens> = {}) {
  const workspace = membersWorkspace()
  let kept: ApiTokens = { allowsWithoutEnd: false, tokens: [], serviceAccounts: [], ...told }
  const part = workspace.tokens
  vi.spyOn(part, 'all').mockImplementation(async () => kept)
  const make = vi.spyOn(part, 'make').mockImplementation(async ({ name, scopes, serviceAccount }) => {
    const account = kept.serviceAccounts.find(({ id }) => id === serviceAccount) ?? null
    kept = { ...kept, tokens: [token({ name, scopes, serviceAccount: account })] }
    return SECRET
  })
  const rotate = vi.spyOn(part, 'rotate').mockImplementation(async () => {
    const formerUntil = new Date(Date.now() + 3_600_000)
    kept = { ...kept, tokens: kept.tokens.map((one) => ({ ...one, formerUntil })) }
    return SECRET
  })
  const revoke = vi.spyOn(part, 'revoke').mockImplementation(async () => {
    kept = { ...kept, tokens: [] }
  })
  const addServiceAccount = vi.spyOn(part, 'addServiceAccount').mockImplementation(async (name, purpose) => {
    kept = { ...kept, serviceAccounts: [{ ...NIGHTLY, name, purpose }] }
    return NIGHTLY.id
  })
  const allowWithoutEnd = vi.spyOn(part, 'allowWithoutEnd').mockImplementation(async (allowsWithoutEnd) => {
    kept = { ...kept, allowsWithoutEnd }
  })
  return { workspace, make, rotate, revoke, addServiceAccount, allowWithoutEnd }
}

/** Expects the secret of a token with a first request, and puts it away for good. */
async function expectSecretOnce(name: string): Promise<void> {
  const shown = page.getByRole('dialog', { name: `Token ${name}` })
  await expect
    .element(shown.getByRole('region', { name: 'A first request' }))
    .toHaveTextContent(`Bearer ${SECRET}`)
  await shown.getByRole('button', { name: 'Done' }).click()
  await expectGone(page.getByText(SECRET))
}

it('makes a token, shows its secret once, rotates it, and revokes it', async () => {
  const { workspace, make, rotate, revoke } = withTokens()
  await openApp(TOKENS, { as: mia('manager'), workspace })
  await expect.element(page.getByText('You have no tokens yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Create Token' }).click()
  const form = page.getByRole('dialog', { name: 'Create API Token' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Reports')
  await form.getByRole('checkbox', { name: 'Read Systems' }).click()
  await expectAccessible('making a token')
  await form.getByRole('button', { name: 'Create Token' }).click()
  await expectSecretOnce('Reports')
  expect(make).toHaveBeenCalledWith({
    name: 'Reports',
    scopes: ['systems:read'],
    days: 90,
    serviceAccount: null,
  })
  for (const text of ['cairn_…c0de', 'Systems: read', 'Never used'])
    await expect.element(own).toHaveTextContent(text)
  await expectAccessible('the tokens of a member')
  await own.getByRole('button', { name: 'Rotate Reports' }).click()
  const rotation = page.getByRole('dialog', { name: 'Rotate Reports' })
  await rotation
    .getByRole('combobox', { name: 'The former secret works for another' })
    .selectOptions('1 hour')
  await expectAccessible('rotating a token')
  await rotation.getByRole('button', { name: 'Rotate Token' }).click()
  await expectSecretOnce('Reports')
  expect(rotate).toHaveBeenCalledWith('token', 90, 1)
  await expect.element(own).toHaveTextContent('The former secret works until')
  await own.getByRole('button', { name: 'Revoke Reports' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke Token' }).click()
  await expect.element(page.getByText('You have no tokens yet.')).toBeVisible()
  expect(revoke).toHaveBeenCalledWith('token')
})

it('gives a service account a token, which an admin sees and revokes', async () => {
  const { workspace, make, revoke, addServiceAccount } = withTokens()
  await openApp(API, { as: ADA, workspace })
  await page.getByRole('button', { name: 'Add Service Account' }).click()
  const form = page.getByRole('dialog', { name: 'Add Service Account' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Nightly')
  await form.getByRole('textbox', { name: 'Purpose' }).fill('Enters what is found.')
  await expectAccessible('adding a service account')
  await form.getByRole('button', { name: 'Save' }).click()
  const accounts = page.getByRole('list', { name: 'Service Accounts' })
  await expect.element(accounts).toHaveTextContent('Enters what is found.')
  expect(addServiceAccount).toHaveBeenCalledWith('Nightly', 'Enters what is found.')
  await page.getByRole('main').getByRole('link', { name: 'API Tokens' }).last().click()
  await page.getByRole('button', { name: 'Create Token' }).click()
  const made = page.getByRole('dialog', { name: 'Create API Token' })
  await made.getByRole('textbox', { name: 'Name' }).fill('Inventory')
  await made.getByRole('combobox', { name: 'For' }).selectOptions('Nightly')
  await made.getByRole('checkbox', { name: 'Write Systems' }).click()
  await expect.element(made.getByRole('checkbox', { name: 'Read Systems' })).toBeChecked()
  await made.getByRole('button', { name: 'Create Token' }).click()
  await expectSecretOnce('Inventory')
  expect(make).toHaveBeenCalledWith(expect.objectContaining({ serviceAccount: NIGHTLY.id }))
  await page.getByRole('link', { name: 'API', exact: true }).click()
  await expect.element(all).toHaveTextContent('Inventory')
  await all.getByRole('button', { name: 'Revoke Inventory' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke Token' }).click()
  await expect.element(page.getByText('The account has no tokens yet.')).toBeVisible()
  expect(revoke).toHaveBeenCalledWith('token')
})

it('lets an admin allow tokens without an end', async () => {
  const { workspace, allowWithoutEnd } = withTokens()
  await openApp(API, { as: ADA, workspace })
  const setting = page.getByRole('switch', { name: 'Tokens without an end' })
  await setting.click()
  await expect.element(setting).toBeChecked()
  expect(allowWithoutEnd).toHaveBeenCalledWith(true)
})

it('leads from the dashboard to a service account without an owner', async () => {
  const orphan = { ...NIGHTLY, id: 'weekly', name: 'Weekly report', ownerId: null, ownerName: null }
  const { workspace } = withTokens({ serviceAccounts: [orphan, { ...NIGHTLY, tokens: 1 }] })
  vi.spyOn(workspace.gaps, 'figures').mockResolvedValue({ service_account: { no_owner: 1 } })
  await openApp('/', { as: ADA, workspace })
  const gap = page.getByRole('link', { name: 'Service Accounts 1' })
  await expect.element(gap).toBeVisible()
  await expectAccessible('a gap of service accounts')
  await gap.click()
  const rows = page.getByRole('list', { name: 'Service Accounts' }).getByRole('listitem')
  await expect.element(rows.filter({ hasText: 'Weekly report' })).toHaveTextContent('Without an owner')
  await expect.element(rows.filter({ hasText: 'Nightly' })).toHaveTextContent(`Owner: ${ADA.name}`)
  await expect.element(rows.filter({ hasText: 'Nightly' })).toHaveTextContent('1 token')
})

it('lets an admin who removes a member choose the new owners of service accounts', async () => {
  const lea = member('Lea Leaver')
  const ben = member('Ben Next')
  const owned = ['Nightly import', 'Weekly report'].map((name) => ({
    ...NIGHTLY,
    id: name,
    name,
    ownerId: lea.id,
    ownerName: lea.name,
  }))
  const workspace = membersWorkspace({ people: [ADA, lea, ben] })
  vi.spyOn(workspace.tokens, 'all').mockResolvedValue({
    allowsWithoutEnd: false,
    tokens: [],
    serviceAccounts: owned,
  })
  const remove = vi.spyOn(workspace.team, 'remove').mockResolvedValue()
  await openApp(`/team/${lea.id}`, { as: ADA, workspace })
  await page.getByRole('button', { name: 'Remove from account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove Lea Leaver from the account?' })
  const accounts = dialog.getByRole('list', { name: 'Service Accounts' }).getByRole('listitem')
  await expectCount(accounts, 2)
  await expect.element(dialog.getByText('Their tokens open nothing from now on.')).toBeVisible()
  await accounts.filter({ hasText: 'Nightly import' }).getByRole('combobox').click()
  await page
    .getByRole('dialog', { name: 'Who gets Nightly import' })
    .getByRole('option', { name: ben.name })
    .click()
  await expect.element(dialog.getByText('1 to Ben Next, 1 without an owner', { exact: true })).toBeVisible()
  await expectAccessible('handing service accounts over')
  await page.viewport(375, 780)
  await expect.element(dialog).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(375)
  expect(dialog.element().scrollWidth).toBeLessThanOrEqual(dialog.element().clientWidth)
  await page.viewport(1280, 800)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expectGone(dialog)
  expect(remove.mock.calls[0]).toMatchObject([
    lea.id,
    {
      serviceAccounts: expect.arrayContaining([
        { id: 'Nightly import', to: expect.objectContaining({ id: ben.id }) },
      ]),
    },
  ])
})
