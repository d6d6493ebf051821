import type { Locator, Page } from '@playwright/test'
import type postgres from 'postgres'
import { doAs } from './do-as.ts'
import { expect } from './test.ts'

/** Opens the page of a member and asks to remove them. */
export async function askToRemove(page: Page, id: string, name: string): Promise<Locator> {
  await page.goto(`/team/${id}`)
  await page.getByRole('button', { name: 'Remove from account' }).click()
  const dialog = page.getByRole('dialog', { name: `Remove ${name} from the account?` })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Chooses who gets a record. */
export async function give(page: Page, scope: Locator, record: string, to: string): Promise<void> {
  await scope.getByRole('listitem').filter({ hasText: record }).getByRole('combobox').click()
  await page
    .getByRole('dialog', { name: `Who gets ${record}` })
    .getByRole('option', { name: to })
    .click()
}

/** Removes a member by the back door in an admin's name: one person gets all that they owned and knew. */
export async function handOverAll(
  database: postgres.Sql,
  { admin, leaver, to }: Record<'admin' | 'leaver' | 'to', { id: string }>,
): Promise<void> {
  await doAs(database, admin, async (tx) => {
    await tx`select public.remove_member(${leaver.id}, ${tx.json({ records: [], rest: { receiver: to.id } })})`
  })
}
