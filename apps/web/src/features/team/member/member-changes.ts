import type { MemberDetails, MemberProfile } from '@cairn/workspace/port/team'

/** What the form of a member holds: knowledge areas as one text. */
export interface MemberFields extends Omit<MemberDetails, 'knowledgeAreas'> {
  knowledgeAreas: string
}

/** The stored values of a member. What the member hides is empty, and stays as it is unless something is entered. */
export function fieldsOf(member: MemberProfile): MemberFields {
  return {
    name: member.name,
    jobRole: member.jobRole ?? '',
    department: member.department ?? '',
    knowledgeAreas: member.knowledgeAreas.join(', '),
    permissionLevel: member.permissionLevel,
  }
}

/** The areas in a text: split on commas, trimmed, without empty ones. */
export function areasIn(text: string): readonly string[] {
  return text
    .split(',')
    .map((area) => area.trim())
    .filter((area) => area !== '')
}

/** Only the changed details: a change that another manager made meanwhile is kept. */
export function changedDetails(before: MemberFields, after: MemberFields): Partial<MemberDetails> {
  return {
    ...(after.name !== before.name && { name: after.name }),
    ...(after.jobRole !== before.jobRole && { jobRole: after.jobRole }),
    ...(after.department !== before.department && { department: after.department }),
    ...(after.knowledgeAreas !== before.knowledgeAreas && { knowledgeAreas: areasIn(after.knowledgeAreas) }),
    ...(after.permissionLevel !== before.permissionLevel && { permissionLevel: after.permissionLevel }),
  }
}
