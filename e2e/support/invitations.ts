import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import type postgres from 'postgres'
import { freshDomain, type Organisation } from './test.ts'

interface InvitationInput {
  accountId: string
  email: string
  name: string
  invitedBy: string
  jobRole?: string | null
  department?: string | null
  level?: string
  /** How long ago it was sent. */
  sentDaysAgo?: number
}

/** Puts an invitation into the database by the back door, without a mail; gives its id. */
export async function arrangeInvitation(database: postgres.Sql, input: InvitationInput): Promise<string> {
  const { accountId, email, name, invitedBy, jobRole = null, department = null, level = 'viewer' } = input
  const id = randomUUID()
  const sentAt = new Date(Date.now() - (input.sentDaysAgo ?? 0) * 86_400_000)
  await database`
    insert into public.pending_invitations (
      id, account_id, email, name, invited_by, job_role, department, permission_level, created_at, expires_at
    )
    values (
      ${id}, ${accountId}, ${email}, ${name}, ${invitedBy}, ${jobRole}, ${department}, ${level}, ${sentAt},
      ${new Date(sentAt.getTime() + 7 * 86_400_000)}
    )`
  return id
}

/** The dialog that invites one person. */
export const inviteDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Add Team Member' })

/** Opens the directory and the dialog in it. */
export async function openInvite(page: Page): Promise<void> {
  await page.goto('/team')
  await page.getByRole('button', { name: 'Add Team Member' }).click()
  await expect(inviteDialog(page)).toBeVisible()
}

/** Enters a person into the dialog. */
export async function fillInvite(
  page: Page,
  { email, name }: { email: string; name: string },
): Promise<void> {
  const dialog = inviteDialog(page)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Job Role').fill('Designer')
  await dialog.getByLabel('Department').fill('Studio')
}

/** Presses the button that sends it. */
export const sendInvite = (page: Page): Promise<void> =>
  inviteDialog(page).getByRole('button', { name: 'Send Invitation' }).click()

/** The button of an invitation that a signed-in user may accept. */
export const accept = (page: Page): Locator => page.getByRole('button', { name: 'Accept Invitation' })

/** An account that invites somebody of no account, with the link that they got. */
export async function invited(database: postgres.Sql, organisation: Organisation) {
  const founder = await organisation.member('Ada Founder')
  const email = `nina.${freshDomain().slice(5, 13)}@gmail.com`
  const id = await arrangeInvitation(database, {
    accountId: await organisation.accountId(),
    email,
    name: 'Nina Invited',
    invitedBy: founder.id,
    jobRole: 'Designer',
    department: 'Studio',
    level: 'manager',
  })
  const [row] = await database<{ token: string }[]>`select private.invitation_token(${id}) as token`
  const [account] = await database<{ name: string }[]>`
    select name from public.accounts where id = ${await organisation.accountId()}`
  return { email, id, founder, account: account?.name ?? '', path: `/invitation?token=${row?.token}` }
}
