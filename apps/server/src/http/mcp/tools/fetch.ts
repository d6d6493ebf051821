import { z } from 'zod'
import { Refused } from '../as-person.ts'
import { documentId, readDocumentId } from '../documents.ts'
import { textOfRecord } from '../marked.ts'
import { readRecord, type wholeRecord } from '../read-record.ts'
import { needScopes } from '../records.ts'
import { defineTool, type ToolCall } from '../tool.ts'

const document = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  url: z.string(),
  metadata: z.record(z.string(), z.string()),
})

const profile = z.object({
  name: z.string(),
  display_email: z.string().nullable(),
  bio: z.string().nullable(),
  job_role: z.string().nullable(),
  department: z.string().nullable(),
})

/**
 * The whole text of a result of search, in the shape that ChatGPT reads.
 * Source: OpenAI, Building MCP servers for ChatGPT and API integrations, "fetch tool"
 */
export const fetchDocument = defineTool({
  name: 'fetch',
  title: 'Fetch a Document',
  description:
    'The whole text of a result of search, by its id: a record with its fields and people, or a person.',
  input: z.object({
    id: z.string().max(100).describe('The id of a result of search, such as system:0b1c….'),
  }),
  answer: document,
  reads: true,
  form: 'one document',
  run(call, { id: asked }) {
    const { kind, id } = readDocumentId(asked)
    return kind === 'person' ? personDocument(call, id) : readRecord(call, kind, id).then(recordDocument)
  },
})

function recordDocument(record: z.infer<typeof wholeRecord>): z.infer<typeof document> {
  const { kind, id, name, description, fields, own_fields, owner, team, experts, links } = record
  const lines = [
    `Status: ${record.status}`,
    `Owner: ${team === null ? (owner === null ? 'nobody' : (owner.name ?? owner.link)) : `the team ${team.name ?? team.id}`}`,
    experts.length > 0 && `Experts: ${experts.map((expert) => expert.name ?? expert.link).join(', ')}`,
    record.tags.length > 0 && `Tags: ${record.tags.join(', ')}`,
    ...Object.entries(fields).map(([key, value]) => `${key}: ${String(value)}`),
    ...own_fields.map(
      ({ label, value }) => `${label}: ${Array.isArray(value) ? value.join(', ') : String(value)}`,
    ),
    ...links.map(({ title, url }) => `Link: ${[title, url].filter(Boolean).join(' ')}`),
    ...record.maintenance.map(({ starts_at, ends_at }) => `Maintenance: ${starts_at} to ${ends_at}`),
    record.last_run_at !== null && `Last run: ${record.last_run_at}`,
  ]
  return {
    id: documentId(kind, id),
    title: name,
    text: [description, lines.filter((line) => line !== false).join('\n')].filter(Boolean).join('\n\n'),
    url: record.link,
    metadata: { kind, status: record.status, changed_at: record.changed_at },
  }
}

async function personDocument(call: ToolCall, id: string): Promise<z.infer<typeof document>> {
  needScopes(call, ['people:read'])
  const [person] = await call.person.call('get_member_profile', { target_user_id: id }, z.array(profile))
  if (person === undefined)
    throw new Refused('There is no such person in this organisation.', { details: 'tool.unknown_person' })
  const { name, display_email, bio, job_role, department } = person
  const lines = [
    job_role && `Role: ${job_role}`,
    department && `Department: ${department}`,
    display_email && `Email: ${display_email}`,
    bio,
  ]
  return {
    id: documentId('person', id),
    title: textOfRecord(name, 120),
    text: textOfRecord(lines.filter(Boolean).join('\n'), 2_000),
    url: new URL(`/team/${id}`, call.publicUrl).href,
    metadata: { kind: 'person' },
  }
}
