import { OTHER_ID, type Sample, SOME_ID } from './sample.ts'

/** A table of the public API, with facts that its comments do not state. */
export interface Resource {
  table: string
  title: string
  /** The name of a row in the file. */
  schema: string
  /** The subject in a scope, such as systems of systems:read. */
  subject: string
  about: string
  /** The methods that tokens may use beyond reading. */
  writes?: readonly ('POST' | 'PATCH' | 'DELETE')[]
  /** The columns that a new row must have. */
  needs: readonly string[]
  samples: readonly Sample[]
}

const RETURNED = { Prefer: 'return=representation' }

interface CatalogueWords {
  table: string
  title: string
  one: string
  schema: string
  example: string
  /** The columns that a new row needs beside its name. */
  besides?: Readonly<Record<string, string>>
}

function catalogue({ table, title, one, schema, example, besides = {} }: CatalogueWords): Resource {
  return {
    table,
    title,
    schema,
    subject: table,
    about: `One row for each ${one}. Deleted ones go to the bin, from which restore_from_bin brings them back.`,
    writes: ['POST', 'PATCH', 'DELETE'],
    needs: ['name', ...Object.keys(besides)],
    samples: [
      {
        title: `The first ten, by name, with what is known of their owners`,
        method: 'GET',
        path: `/${table}?select=id,name,status,owner:account_members!${table}_owner_id_fkey(profiles(name))&order=name&limit=10`,
      },
      {
        title: 'Register one',
        method: 'POST',
        path: `/${table}?select=id,name`,
        headers: RETURNED,
        once: example.toLowerCase().replace(' ', '-'),
        body: { name: example, ...besides, description: 'Registered by a script.' },
      },
      {
        title: 'Change one',
        method: 'PATCH',
        path: `/${table}?name=eq.${example}&select=id,description`,
        headers: RETURNED,
        body: { description: 'Changed by a script.' },
      },
      {
        title: 'Delete one',
        method: 'DELETE',
        path: `/${table}?name=eq.${example}`,
      },
    ],
  }
}

const reading = (title: string, path: string): Sample => ({ title, method: 'GET', path })

/** The resources that the public API promises, in the order of the reference. */
export const RESOURCES: readonly Resource[] = [
  catalogue({
    table: 'systems',
    title: 'Systems',
    one: 'system',
    schema: 'System',
    example: 'Invoice archive',
  }),
  catalogue({
    table: 'automations',
    title: 'Automations',
    one: 'automation',
    schema: 'Automation',
    example: 'Nightly export',
    besides: { source: 'Other' },
  }),
  catalogue({
    table: 'agents',
    title: 'Agents',
    one: 'AI agent',
    schema: 'Agent',
    example: 'Invoice bot',
    besides: { platform: 'Other' },
  }),
  catalogue({
    table: 'solutions',
    title: 'Solutions',
    one: 'solution',
    schema: 'Solution',
    example: 'Supplier portal',
  }),
  {
    table: 'record_experts',
    title: 'Experts',
    schema: 'RecordExpert',
    subject: 'people',
    about: 'Who knows a record, beside its owner. It needs the scope of the record’s catalogue.',
    writes: ['POST', 'DELETE'],
    needs: ['kind', 'record_id', 'expert_id'],
    samples: [
      reading(
        'Who knows what',
        '/record_experts?select=kind,record_id,expert:account_members!record_experts_expert_id_fkey(profiles(name))&limit=10',
      ),
    ],
  },
  {
    table: 'relations',
    title: 'Relations',
    schema: 'Relation',
    subject: 'the catalogues of both records',
    about:
      'What depends on what: from one record to another, of any kinds. Types are depends_on, feeds_data_to, runs_in, replaces and part_of. It needs the scopes of both catalogues; the kinds are filled in.',
    writes: ['POST', 'DELETE'],
    needs: ['from_id', 'to_id', 'type'],
    samples: [
      reading('What depends on what', '/relations?type=eq.depends_on&limit=10'),
      {
        title: 'Add one',
        method: 'POST',
        path: '/relations?select=from_id,to_id,type',
        headers: RETURNED,
        body: { from_id: SOME_ID, to_id: OTHER_ID, type: 'depends_on', note: 'Reads its invoices.' },
      },
      {
        title: 'Remove one',
        method: 'DELETE',
        path: `/relations?from_id=eq.${SOME_ID}&to_id=eq.${OTHER_ID}&type=eq.depends_on`,
      },
    ],
  },
  {
    table: 'maintenance_windows',
    title: 'Maintenance windows',
    schema: 'MaintenanceWindow',
    subject: 'the catalogue of the record',
    about:
      'From when to when a record is worked on: nobody is told meanwhile that it is late or fails. A window lasts a year at most and overlaps no other one of its record; the kind is filled in.',
    writes: ['POST', 'DELETE'],
    needs: ['record_id', 'ends_at'],
    samples: [
      reading(
        'Maintenance that is still to come',
        '/maintenance_windows?ends_at=gt.now&order=starts_at&limit=10',
      ),
      {
        title: 'Plan it from now on',
        method: 'POST',
        path: '/maintenance_windows?select=id,starts_at,ends_at',
        headers: RETURNED,
        body: { record_id: SOME_ID, ends_at: 'tomorrow', note: 'New disks.' },
      },
      {
        title: 'Remove it',
        method: 'DELETE',
        path: `/maintenance_windows?record_id=eq.${SOME_ID}&ends_at=gt.now`,
      },
    ],
  },
  {
    table: 'record_history',
    title: 'History',
    schema: 'RecordChange',
    subject: 'the catalogue of the record',
    about: 'Who changed which record, when and how.',
    needs: [],
    samples: [
      reading(
        'The last changes',
        '/record_history?select=kind,record_id,action,changed_at&order=changed_at.desc&limit=10',
      ),
    ],
  },
  {
    table: 'heartbeats',
    title: 'Heartbeats',
    schema: 'Heartbeat',
    subject: 'automations and agents',
    about:
      'What automations and agents report, and what is expected of them. Their secret addresses are not here.',
    needs: [],
    samples: [
      reading(
        'What is late or has failed',
        '/heartbeats?select=kind,record_id,status,last_at,trouble&trouble=not.is.null',
      ),
    ],
  },
  {
    table: 'runs',
    title: 'Runs',
    schema: 'Run',
    subject: 'automations and agents',
    about:
      'What heartbeats reported, one row for each run. They are kept for 90 days unless the operator says otherwise.',
    needs: [],
    samples: [reading('The last runs', '/runs?select=heartbeat_id,outcome,at&order=at.desc&limit=10')],
  },
  {
    table: 'tags',
    title: 'Tags',
    schema: 'Tag',
    subject: 'any catalogue',
    about: 'The tags of the account. Records name them by their ids.',
    writes: ['POST', 'PATCH', 'DELETE'],
    needs: ['name'],
    samples: [reading('All tags', '/tags?select=id,name,color&order=name')],
  },
  {
    table: 'own_fields',
    title: 'Own fields',
    schema: 'OwnField',
    subject: 'any catalogue',
    about:
      'The fields that the account has added to its catalogues. Records hold their values in the column own, by the key of the field.',
    needs: [],
    samples: [reading('All own fields', '/own_fields?select=kind,key,name,type&deleted_at=is.null')],
  },
  {
    table: 'account_members',
    title: 'Members',
    schema: 'Member',
    subject: 'people',
    about: 'Who belongs to the account, and at which level.',
    needs: [],
    samples: [reading('All members', '/account_members?select=user_id,permission_level,profiles(name)')],
  },
  {
    table: 'profiles',
    title: 'Profiles',
    schema: 'Profile',
    subject: 'people',
    about: 'The names of people. What else a person lets others see comes with find_members.',
    needs: [],
    samples: [reading('Names of people', '/profiles?select=id,name&order=name&limit=10')],
  },
  {
    table: 'teams',
    title: 'Teams',
    schema: 'Team',
    subject: 'people',
    about: 'Members who answer for something together. get_teams counts the members of each.',
    needs: [],
    samples: [reading('All teams', '/teams?select=id,name,mail,team_members(user_id)&order=name')],
  },
  {
    table: 'team_members',
    title: 'Members of teams',
    schema: 'TeamMember',
    subject: 'people',
    about: 'Who is in which team.',
    needs: [],
    samples: [reading('Who is in which team', '/team_members?select=team_id,user_id&limit=10')],
  },
  {
    table: 'security_audit_log',
    title: 'Audit log',
    schema: 'AuditEntry',
    subject: 'audit',
    about:
      'What happened to people, rights and settings, for administrators. get_audit_log filters it and names its people.',
    needs: [],
    samples: [
      reading(
        'The last entries',
        '/security_audit_log?select=action,created_at&order=created_at.desc&limit=10',
      ),
    ],
  },
]
