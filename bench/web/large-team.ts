import type postgres from 'postgres'
import { heading, line, milliseconds } from '../support/print.ts'
import { answered, FIRST_ROW_IS_THERE, filter, leaveFilter, measured } from './in-page.ts'
import type { Visitors } from './visitors.ts'

const MEMBERS = 5_000

/** Measures the search for a person among 5,000 members, each with what they know. */
export async function measureLargeTeam(
  visitors: Visitors,
  database: postgres.Sql,
  personId: string,
): Promise<void> {
  heading(`An account with ${MEMBERS.toLocaleString('en')} members, in the browser`)
  await arrange(database, personId)
  const page = await visitors.member()
  await page.goto('/')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.waitForLoadState('networkidle')
  const opened = await measured(
    page,
    `document.querySelector('nav a[href="/team"]').click()`,
    FIRST_ROW_IS_THERE,
  )
  line('opens, from the menu', milliseconds(opened), '1 s')
  for (const [text, what] of [
    ['4999', 'the filter answers, one fits'],
    ['sample', 'the filter answers, 1,000 fit'],
    ['an', 'the filter answers, two letters'],
  ] as const)
    line(what, milliseconds(await filter(page, text)), '150 ms')
  await leaveFilter(page, 'Search team members', MEMBERS)
  const ordered = await measured(
    page,
    `Array.from(document.querySelectorAll('th button')).find((button) => button.textContent === 'Department').click()`,
    answered(),
  )
  line('orders by department', milliseconds(ordered), '150 ms')
  await page.context().close()
}

async function arrange(database: postgres.Sql, personId: string): Promise<void> {
  await database.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      with made as (
        insert into public.profiles (id, email, name, job_role, department, account_id)
        select
          gen_random_uuid(), format('person%s@bench.example', n),
          (array['Ana', 'Ben', 'Cleo', 'Dan', 'Eva'])[1 + n / 5 % 5] || ' '
            || (array['Sample', 'Example', 'Specimen', 'Placeholder', 'Model'])[1 + n % 5] || ' ' || n,
          'Engineer', 'Department ' || n % 40, m.account_id
        from public.account_members m, generate_series(1, ${MEMBERS - 1}::integer) n
        where m.user_id = ${personId}
        returning id, account_id, department
      )
      insert into public.account_members (user_id, account_id, role, permission_level, department, knowledge_areas)
      select id, account_id, 'member', 'user', department, '{Type,Ink,Paper}' from made`
  })
  await database`vacuum (analyze) public.profiles, public.account_members`
}
