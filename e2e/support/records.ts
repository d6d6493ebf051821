import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import type postgres from 'postgres'
import { OUTSIDE } from './test.ts'

interface RecordInput {
  accountId: string
  name: string
  description?: string
  ownerId?: string | null
  status?: string
  createdBy?: string | null
  updatedBy?: string | null
  createdAt?: Date
}

export interface SolutionInput extends RecordInput {
  useCases?: string[]
  users?: string[]
  relatedSystems?: string[]
  details?: Record<string, string>
}

export interface AgentInput extends RecordInput {
  platform?: string
  lastUsed?: Date | null
}

export interface AutomationInput extends RecordInput {
  source?: string
  webhookUrl?: string | null
  lastRun?: Date | null
}

/** The columns that every catalogue has. */
function columnsOf(input: RecordInput, usualStatus: string) {
  const { accountId, name, description = '', ownerId = null, status = usualStatus } = input
  const { createdBy = null, updatedBy = createdBy, createdAt = new Date() } = input
  return {
    id: randomUUID(),
    account_id: accountId,
    name,
    description,
    owner_id: ownerId,
    status,
    created_by: createdBy,
    updated_by: updatedBy,
    created_at: createdAt,
    updated_at: createdAt,
  }
}

/** Moves the history of a record back to the day of its creation. */
async function backdateHistory(
  database: postgres.Sql,
  { id, created_at }: ReturnType<typeof columnsOf>,
): Promise<void> {
  await database`update public.record_history set changed_at = ${created_at} where record_id = ${id}`
}

/** Inserts a solution directly into the database; returns its id. */
export async function arrangeSolution(database: postgres.Sql, input: SolutionInput): Promise<string> {
  const { useCases = [], users = [], relatedSystems = [], details = {} } = input
  const row = {
    ...columnsOf(input, 'active'),
    use_cases: useCases,
    users,
    related_systems: relatedSystems,
    details: database.json(details),
  }
  await database`insert into public.solutions ${database(row)}`
  await backdateHistory(database, row)
  return row.id
}

/** Inserts an agent directly into the database; returns its id. */
export async function arrangeAgent(database: postgres.Sql, input: AgentInput): Promise<string> {
  const { platform = 'Custom', lastUsed = null } = input
  const row = { ...columnsOf(input, 'inactive'), platform, last_used: lastUsed }
  await database`insert into public.agents ${database(row)}`
  await backdateHistory(database, row)
  return row.id
}

/** Inserts an automation directly into the database; returns its id. */
export async function arrangeAutomation(database: postgres.Sql, input: AutomationInput): Promise<string> {
  const { source = 'Other', webhookUrl = null, lastRun = null } = input
  const row = { ...columnsOf(input, 'inactive'), source, webhook_url: webhookUrl, last_run: lastRun }
  await database`insert into public.automations ${database(row)}`
  await backdateHistory(database, row)
  return row.id
}

interface LinkInput {
  accountId: string
  solutionId: string
  agentId?: string
  automationId?: string
}

/** Links an agent or an automation to a solution directly in the database. */
export async function arrangeLink(database: postgres.Sql, input: LinkInput): Promise<void> {
  const { accountId, solutionId, agentId, automationId } = input
  const link = { account_id: accountId, solution_id: solutionId }
  if (agentId !== undefined)
    await database`insert into public.solution_agents ${database({ ...link, agent_id: agentId })}`
  if (automationId !== undefined)
    await database`insert into public.solution_automations ${database({ ...link, automation_id: automationId })}`
}

export type CatalogueName = 'Systems' | 'Solutions' | 'Agents' | 'Automations'

/** Goes to a catalogue, through the menu where the app is open, and waits for the screen. */
export async function openCatalogue(page: Page, name: CatalogueName): Promise<void> {
  if (page.url().endsWith(OUTSIDE)) await page.goto(`/${name.toLowerCase()}`)
  else await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

/** The names in the table of a catalogue, from top to bottom. */
export function namesIn(page: Page, catalogue: CatalogueName): Locator {
  return page.getByRole('table', { name: catalogue }).locator('tbody tr td:first-child')
}

/** Finds the value under a label of the details. */
export function fact(dialog: Locator, label: string): Locator {
  return dialog.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd')
}

/** Chooses the owner of a record, in its form. */
export async function chooseOwner(form: Locator, label: string, name: string): Promise<void> {
  await form.getByRole('combobox', { name: label }).click()
  await form.page().getByRole('option', { name }).click()
  await expect(form.getByRole('combobox', { name: label })).toContainText(name)
}
