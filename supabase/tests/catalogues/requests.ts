import { ID } from '../support/cast.ts'
import { OWN } from '../support/own-rows.ts'

/** A request to the data API. */
export interface RecordedRequest {
  method: string
  url: string
  body?: unknown
  prefer?: string
  accept?: string
}

/** The names in requests to a catalogue. */
export interface Catalogue {
  name: string
  /** A record made by `user`, one made by `colleague`, and one of the other account. */
  ids: readonly [mine: string, others: string, rivals: string]
  /** Columns that a record needs beside its name. */
  needed: Readonly<Record<string, unknown>>
  /** Values for the columns of this catalogue alone. */
  own: Readonly<Record<string, unknown>>
  /** Values that the columns of this catalogue refuse. */
  refused: readonly Readonly<Record<string, unknown>>[]
  /** Embedded resources of this catalogue alone, as `select` names them. */
  embeds: readonly string[]
  /** Addresses of other tables that embed the catalogue. */
  embeddedIn: readonly string[]
}

export const CATALOGUES: readonly Catalogue[] = [
  {
    name: 'systems',
    ids: [ID.billing, ID.ledger, ID.rivalSystem],
    needed: {},
    own: { details: { port: 1 } },
    refused: [{ details: [] }, { details: null }, { platform: 'OpenAI' }],
    embeds: [
      'system_experts(expert_id)',
      'system_experts!inner(expert_id)',
      'record_experts(expert_id)',
      'record_experts!record_experts_system_id_fkey(expert_id)',
      'knowledge_articles(title)',
      'knowledge_articles!knowledge_articles_system_id_fkey(title)',
      'account_members!system_experts(user_id)',
      'account_members!record_experts(user_id)',
      'solutions(name)',
    ],
    embeddedIn: [
      '/system_experts?select=expert_id,systems(name)',
      '/system_experts?select=expert_id,systems!inner(name)&systems.name=eq.Ledger',
      '/system_experts?select=expert_id,system_id(name)',
      '/record_experts?select=expert_id,systems(name)&order=record_id',
      '/record_experts?select=expert_id,systems!record_experts_system_id_fkey(name)&order=record_id',
      '/knowledge_articles?select=title,systems(name)&order=title',
      '/knowledge_articles?select=title,systems!knowledge_articles_system_id_fkey(name)&order=title',
      '/knowledge_articles?select=title,system_id(name)&order=title',
    ],
  },
  {
    name: 'solutions',
    ids: [ID.portal, ID.intranet, ID.rivalSolution],
    needed: {},
    own: { use_cases: ['Pay'], users: ['Staff'], related_systems: [ID.ledger], details: { port: 1 } },
    refused: [
      { details: 'x' },
      { use_cases: null },
      { related_systems: [ID.rivalSystem] },
      { related_systems: [ID.helper] },
      { related_systems: null },
      { users: [''.padEnd(3_000, 'x')] },
    ],
    embeds: [
      'solution_agents(agent_id)',
      'solution_automations(automation_id)',
      'solution_agents!solution_agents_solution_id_fkey(agent_id)',
      'agents(name)',
      'agents!solution_agents(name)',
      'agents!inner(name)',
      'automations(name)',
      'automations!solution_automations(name)',
      'solution_automations(automations(name))',
      'solution_agents(agents(name,platform))',
      '...solution_agents(agents:agent_id)',
      'record_experts(expert_id)',
      'record_experts!record_experts_solution_id_fkey(expert_id)',
    ],
    embeddedIn: [
      '/solution_agents?select=agent_id,solutions(name)',
      '/solution_agents?select=agent_id,solutions!solution_agents_solution_id_fkey(name)',
      '/solution_automations?select=automation_id,solutions(name)',
      '/solution_automations?select=automation_id,solution_id(name)',
      '/record_experts?select=expert_id,solutions(name)&order=record_id',
    ],
  },
  {
    name: 'agents',
    ids: [ID.helper, ID.oracle, ID.rivalAgent],
    needed: { platform: 'OpenAI' },
    own: { platform: 'Anthropic' },
    refused: [{ platform: 'Nobody' }, { platform: null }, { last_used: '2026-01-01' }, { details: {} }],
    embeds: [
      'solution_agents(solution_id)',
      'solution_agents!solution_agents_agent_id_fkey(solution_id)',
      'solutions(name)',
      'solutions!solution_agents(name)',
      'solutions!inner(name)',
      'record_experts(expert_id)',
    ],
    embeddedIn: [
      '/solution_agents?select=solution_id,agents(name)',
      '/solution_agents?select=solution_id,agents!solution_agents_agent_id_fkey(name)',
      '/solution_agents?select=solution_id,agent_id(name)',
      '/solution_agents?select=solution_id,agents!inner(name)&agents.name=eq.Helper',
      '/record_experts?select=expert_id,agents(name)&order=record_id',
    ],
  },
  {
    name: 'automations',
    ids: [ID.invoices, ID.reminders, ID.rivalAutomation],
    needed: { source: 'Zapier' },
    own: { source: 'Other', webhook_url: 'https://hooks.acme.example/x' },
    refused: [
      { source: 'Nobody' },
      { source: null },
      { webhook_url: 'http://x.example' },
      { last_run: '2026-01-01' },
    ],
    embeds: [
      'solution_automations(solution_id)',
      'solutions(name)',
      'solutions!solution_automations(name)',
      'record_experts(expert_id)',
      'heartbeats(status)',
    ],
    embeddedIn: [
      '/solution_automations?select=solution_id,automations(name)',
      '/solution_automations?select=solution_id,automations!solution_automations_automation_id_fkey(name)',
      '/solution_automations?select=solution_id,automation_id(name)',
      '/record_experts?select=expert_id,automations(name)&order=record_id',
    ],
  },
]

const REPRESENTATION = 'return=representation'
const OBJECT = 'application/vnd.pgrst.object+json'

function reads({ name, ids: [mine, others, rivals] }: Catalogue): RecordedRequest[] {
  return [
    { url: `/${name}?order=name` },
    { url: `/${name}?select=id,name,status&order=name.desc&limit=1`, prefer: 'count=exact' },
    { url: `/${name}?select=name&order=name&offset=1`, prefer: 'count=exact' },
    {
      url: `/${name}?select=name,n:created_by&or=(name.ilike.*i*,status.eq.inactive)&order=name.asc.nullsfirst`,
    },
    { url: `/${name}?id=eq.${mine}`, accept: OBJECT },
    { url: `/${name}?id=in.(${mine},${others},${rivals})&select=name&order=name`, accept: 'text/csv' },
    { url: `/${name}?id=eq.${rivals}`, accept: OBJECT },
    { url: `/${name}?select=kind&limit=1` },
    { url: `/${name}?select=name,account_id&order=account_id,name&limit=2` },
    { method: 'HEAD', url: `/${name}?select=id`, prefer: 'count=exact' },
    { url: `/${name}?tags=cs.{${OWN.tag}}&select=name` },
    { url: `/${name}?own->>seats=eq.5&select=name,own->seats` },
  ].map((request) => ({ method: 'GET', ...request }))
}

/** Every way to name the tables around a catalogue. */
function embeds({ name, embeds: own, embeddedIn }: Catalogue): RecordedRequest[] {
  const people = ['owner_id', 'created_by', 'updated_by'].flatMap((column) => [
    `account_members!${name}_${column}_fkey(user_id)`,
    `account_members!${column}(user_id)`,
    `p:${column}(user_id)`,
  ])
  const invited = [
    'pending_invitations(name)',
    `pending_invitations!${name}_invited_owner_id_fkey(name)`,
    'invited_owner_id(name)',
  ]
  const here = [
    'accounts(name)',
    'account_id(name)',
    `accounts!${name}_account_id_fkey(name)`,
    'account_members(user_id)',
  ]
  const all = [...here, ...people, ...invited, ...own, 'nothing(name)']
  const there = [
    `/accounts?select=name,${name}(name)&${name}.order=name`,
    `/account_members?select=user_id,${name}!${name}_owner_id_fkey(name)&order=user_id`,
    `/account_members?select=user_id,${name}!${name}_created_by_fkey(name)&order=user_id&${name}.order=name`,
    `/account_members?select=user_id,${name}!created_by(name)&order=user_id`,
    `/account_members?select=user_id,${name}(name)&order=user_id`,
    `/pending_invitations?select=name,${name}(name)&order=id`,
  ]
  return [
    ...all.map((embed) => `/${name}?select=name,${embed}&order=name`),
    `/${name}?select=name,o:account_members!${name}_owner_id_fkey!inner(user_id)&order=name`,
    `/${name}?select=name,accounts(name)&accounts.name=eq.Acme&order=accounts(name),name`,
    ...there,
    ...embeddedIn,
  ].map((url) => ({ method: 'GET', url }))
}

/** Values that every catalogue refuses, or cleans. */
const COMMON = [
  { name: '' },
  { name: null },
  { name: ''.padEnd(121, 'x') },
  { description: null },
  { description: ''.padEnd(2_001, 'x') },
  { status: 'nothing' },
  { status: null },
  { owner_id: ID.viewer },
  { owner_id: ID.rival },
  { owner_id: ID.nobody },
  { owner_id: ID.former },
  { invited_owner_id: ID.invitation },
  { invited_owner_id: ID.rivalInvitation },
  { owner_id: ID.viewer, invited_owner_id: ID.invitation },
  { account_id: ID.rivals },
  { account_id: ID.nobody },
  { account_id: null },
  { id: ID.nobody },
  { kind: 'agent' },
  { created_by: ID.viewer },
  { updated_by: ID.viewer },
  { created_at: '2020-01-01' },
  { updated_at: '2020-01-01' },
  { vendor: '  Acme   Ltd ', department: 'IT' },
  { vendor: ''.padEnd(121, 'x') },
  { vendor: null },
  { criticality: 'very' },
  { data_class: 'secret' },
  { lifecycle: 'gone' },
  { cost_per_month: 5.555, cost_currency: 'EUR' },
  { cost_per_month: 5 },
  { cost_per_month: 'much' },
  { renews_on: '1000-01-01' },
  { renews_on: '2027-02-30' },
  { links: [{ purpose: 'docs', title: 'Docs', url: 'https://docs.example' }] },
  { links: [{ purpose: 'docs' }] },
  { links: {} },
  { links: null },
  { tags: [OWN.tag] },
  { tags: [OWN.rivalTag] },
  { tags: [OWN.tag, OWN.tag] },
  { tags: null },
  { own: { seats: 5 } },
  { own: { seats: 'many' } },
  { own: { nothing: 5 } },
  { own: [] },
  { own: null },
  { imported_from: 'CMDB', source_id: '7' },
  { imported_from: '' },
  { source_id: ''.padEnd(201, 'x') },
  { nothing: 1 },
]

/** The columns that were sent, and their stamps. */
const selectOf = (values: Readonly<Record<string, unknown>>): string =>
  `select=${[...new Set(['name', 'created_by', 'updated_by', ...Object.keys(values)])].filter((name) => name !== 'kind' && name !== 'nothing').join()}`

function inserts(catalogue: Catalogue): RecordedRequest[] {
  const { name, needed, own, refused } = catalogue
  const url = `/${name}`
  const made = { ...needed, name: 'New' }
  const taken = { ...needed, name: catalogue === CATALOGUES[0] ? 'LEDGER' : 'oracle' }
  return [
    ...[...COMMON, ...refused].map((values) => ({
      url: `${url}?${selectOf(values)}`,
      body: { ...made, ...values },
      prefer: REPRESENTATION,
    })),
    { url, body: { ...made, ...own }, prefer: REPRESENTATION },
    { url, body: made },
    { url, body: made, prefer: 'return=minimal' },
    { url, body: made, prefer: 'return=headers-only' },
    { url, body: {}, prefer: REPRESENTATION },
    { url, body: [], prefer: REPRESENTATION },
    { url, body: { name: 'New' }, prefer: REPRESENTATION },
    { url, body: [made, { ...made, name: 'Newer' }], prefer: `${REPRESENTATION},count=exact` },
    { url, body: [made, made], prefer: REPRESENTATION },
    { url, body: [made, { ...made, name: 'Newer', status: 'active' }], prefer: REPRESENTATION },
    {
      url,
      body: [made, { ...made, name: 'Newer', status: 'active' }],
      prefer: `${REPRESENTATION},missing=default`,
    },
    {
      url: `${url}?columns=name,${Object.keys(needed).join() || 'description'}`,
      body: { ...made, status: 'nothing' },
      prefer: `${REPRESENTATION},missing=default`,
    },
    { url: `${url}?columns=name,nothing`, body: made },
    { url, body: taken },
    { url: `${url}?select=name,accounts(name)`, body: made, prefer: REPRESENTATION },
    { url: `${url}?select=name`, body: made, prefer: REPRESENTATION, accept: OBJECT },
  ].map((request) => ({ method: 'POST', ...request }))
}

function upserts({ name, ids: [mine, , rivals], needed }: Catalogue): RecordedRequest[] {
  const url = `/${name}`
  const merge = `${REPRESENTATION},resolution=merge-duplicates,missing=default`
  const ignore = `${REPRESENTATION},resolution=ignore-duplicates,missing=default`
  const known = { ...needed, id: mine, account_id: ID.acme, name: 'Renamed' }
  const other = { ...known, id: ID.nobody, name: 'New' }
  const post = [
    { url, body: known, prefer: merge },
    { url, body: [known, other], prefer: merge },
    { url, body: [known, other], prefer: ignore },
    { url: `${url}?on_conflict=account_id,id`, body: known, prefer: merge },
    { url: `${url}?on_conflict=name`, body: known, prefer: merge },
    { url: `${url}?on_conflict=account_id,imported_from,source_id`, body: known, prefer: merge },
    { url, body: { ...known, id: rivals }, prefer: merge },
    { url, body: { ...needed, name: 'New' }, prefer: merge },
    { url, body: { ...needed, name: 'New' }, prefer: `${merge},return=minimal` },
  ].map((request) => ({ method: 'POST', ...request }))
  const put = [
    { url: `${url}?id=eq.${mine}`, body: known, prefer: REPRESENTATION },
    { url: `${url}?id=eq.${ID.nobody}`, body: other, prefer: REPRESENTATION },
    { url: `${url}?id=eq.${mine}`, body: other },
    { url: `${url}?name=eq.x`, body: known },
  ].map((request) => ({ method: 'PUT', ...request }))
  return [...post, ...put]
}

function updates({ name, ids: [mine, others, rivals], own, refused }: Catalogue): RecordedRequest[] {
  const url = `/${name}?id=eq.${mine}`
  const all = `/${name}?id=in.(${mine},${others},${rivals})`
  const select = '&select=name,status,description,updated_by,owner_id'
  const values = [...COMMON, ...refused].map((body) => ({
    url: `${url}&${selectOf(body)}`,
    body,
    prefer: REPRESENTATION,
  }))
  return [
    ...values,
    { url, body: own, prefer: REPRESENTATION },
    { url, body: { status: 'inactive' } },
    { url, body: { status: 'inactive' }, prefer: 'return=headers-only' },
    { url: all + select, body: { description: 'x' }, prefer: `${REPRESENTATION},count=exact` },
    { url: `/${name}?id=eq.${others}${select}`, body: { description: 'x' }, prefer: REPRESENTATION },
    { url: `/${name}?id=eq.${rivals}${select}`, body: { description: 'x' }, prefer: REPRESENTATION },
    { url: `/${name}?id=eq.${ID.nobody}`, body: { description: 'x' }, prefer: REPRESENTATION },
    { url: `/${name}?id=eq.${others}`, body: { description: 'x' }, accept: OBJECT, prefer: REPRESENTATION },
    { url: all, body: { name: 'Same' }, prefer: REPRESENTATION },
    { url, body: {}, prefer: REPRESENTATION },
    { url: `/${name}`, body: { description: 'x' } },
    { url: `${url}&select=name,accounts(name)`, body: { description: 'x' }, prefer: REPRESENTATION },
    { url: `${url}&columns=description`, body: { description: 'x', name: null }, prefer: REPRESENTATION },
    { url: all, body: { description: 'x' }, prefer: 'handling=strict,max-affected=1' },
  ].map((request) => ({ method: 'PATCH', ...request }))
}

function deletions({ name, ids: [mine, others, rivals] }: Catalogue): RecordedRequest[] {
  return [
    { url: `/${name}?id=eq.${mine}` },
    { url: `/${name}?id=eq.${mine}`, prefer: REPRESENTATION },
    { url: `/${name}?id=eq.${others}&select=name`, prefer: `${REPRESENTATION},count=exact` },
    { url: `/${name}?id=eq.${rivals}`, prefer: 'count=exact' },
    {
      url: `/${name}?id=in.(${mine},${others},${rivals})&select=name,accounts(name)`,
      prefer: REPRESENTATION,
    },
    { url: `/${name}?id=eq.${ID.nobody}` },
    { url: `/${name}` },
  ].map((request) => ({ method: 'DELETE', ...request }))
}

/** Links whose ends are of another catalogue, or of nobody's. */
export function links(): RecordedRequest[] {
  const [solution, agent, automation, system] = [ID.intranet, ID.oracle, ID.reminders, ID.billing]
  return [
    { url: '/solution_agents', body: { solution_id: solution, agent_id: agent } },
    { url: '/solution_agents', body: { solution_id: solution, agent_id: automation } },
    { url: '/solution_agents', body: { solution_id: system, agent_id: agent } },
    { url: '/solution_agents', body: { solution_id: solution, agent_id: ID.rivalAgent } },
    { url: '/solution_agents', body: { solution_id: ID.portal, agent_id: ID.helper } },
    { url: '/solution_automations', body: { solution_id: solution, automation_id: automation } },
    { url: '/solution_automations', body: { solution_id: solution, automation_id: agent } },
    { url: '/solution_automations', body: { solution_id: solution, automation_id: ID.nobody } },
    { url: '/system_experts', body: { system_id: system, expert_id: ID.viewer } },
    { url: '/system_experts', body: { system_id: agent, expert_id: ID.viewer } },
    { url: '/system_experts', body: { system_id: ID.ledger, expert_id: ID.viewer } },
    { url: '/system_experts', body: { system_id: system, expert_id: ID.rival } },
    { url: '/record_experts', body: { kind: 'agent', record_id: agent, expert_id: ID.user } },
    { url: '/record_experts', body: { kind: 'agent', record_id: system, expert_id: ID.user } },
    { url: '/record_experts', body: { kind: 'article', record_id: ID.news, expert_id: ID.user } },
    { url: '/record_experts', body: { record_id: agent, expert_id: ID.user } },
    { url: '/record_experts', body: { kind: 'agent', record_id: ID.rivalAgent, expert_id: ID.user } },
    { url: '/knowledge_articles', body: { title: 'How to', system_id: system } },
    { url: '/knowledge_articles', body: { title: 'How to', system_id: agent } },
    { url: '/knowledge_articles', body: { title: 'How to', system_id: ID.rivalSystem } },
    // The table behind the catalogues is no address.
    { url: '/records', body: { name: 'New' } },
  ].map((request) => ({ method: 'POST', prefer: REPRESENTATION, ...request }))
}

/** Writes that a switched off catalogue refuses. */
export const writesOf = (catalogue: Catalogue): RecordedRequest[] => {
  const { name, ids, needed } = catalogue
  return [
    { method: 'GET', url: `/${name}?select=name&order=name` },
    { method: 'POST', url: `/${name}`, body: { ...needed, name: 'New' } },
    { method: 'POST', url: `/${name}`, body: { ...needed, name: '' } },
    { method: 'PATCH', url: `/${name}?id=eq.${ids[0]}`, body: { description: 'x' } },
    { method: 'PATCH', url: `/${name}?id=eq.${ids[0]}`, body: { status: 'nothing' } },
    { method: 'DELETE', url: `/${name}?id=eq.${ids[0]}` },
  ]
}

export const requestsOf = (catalogue: Catalogue): RecordedRequest[] =>
  [reads, embeds, inserts, upserts, updates, deletions].flatMap((of) => of(catalogue))
