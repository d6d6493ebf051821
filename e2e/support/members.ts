import { expect, type Locator, type Page } from '@playwright/test'
import type postgres from 'postgres'

/** The form in which a member's profile is edited. */
export const memberForm = (page: Page): Locator => page.getByRole('form', { name: 'Edit Profile' })

/** Opens the page of a member from the directory. */
export async function openMember(page: Page, name: string): Promise<void> {
  await page.goto('/team')
  await page.getByRole('table').getByRole('button', { name }).click()
  await expect(page.getByRole('heading', { name: `${name} Profile`, level: 1 })).toBeVisible()
}

/** Enters edit mode by the toggle beside the title. */
export async function startEditing(page: Page): Promise<void> {
  await page.locator('#main header').getByRole('button', { name: 'Edit Profile' }).first().click()
  await expect(memberForm(page)).toBeVisible()
}

/** Puts so many people into an account, without a password: they only have to be there. */
export async function arrangeManyMembers(
  database: postgres.Sql,
  accountId: string,
  count: number,
): Promise<void> {
  await database`
    with people as (
      insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
      select gen_random_uuid(), format('member%s.%s@gmail.com', n, left(${accountId}, 8)), now(),
        jsonb_build_object('name', format('Member %s', n))
      from generate_series(1, ${count}::integer) n
      returning id
    )
    select count(*) from people`
  await database`
    insert into public.account_members (account_id, user_id)
    select ${accountId}, id from auth.users
    where email like ${`member%.${accountId.slice(0, 8)}@gmail.com`}`
}
