import type { MemberDetails, MemberProfile } from '@cairn/workspace/port/team'

/** The values of a member's form: knowledge areas as one text. */
export interface MemberFields extends Omit<MemberDetails, 'knowledgeAreas'> {
  knowledgeAreas: string
}

/** Returns the stored values of a member. A hidden detail is empty, and stays unchanged unless something is entered. */
export function fieldsOf(member: MemberProfile): MemberFields {
  return {
    name: member.name,
    jobRole: member.jobRole ?? '',
    department: member.department ?? '',
    knowledgeAreas: member.knowledgeAreas.join(', '),
    permissionLevel: member.permissionLevel,
  }
}

/** Returns the areas in a text: split on commas, trimmed, without empty ones. */
export function areasIn(text: string): readonly string[] {
  return text
    .split(',')
    .map((area) => area.trim())
    .filter((area) => area !== '')
}

/** Returns only the changed details: a change that another manager made meanwhile is kept. */
export function changedDetails(before: MemberFields, after: MemberFields): Partial<MemberDetails> {
  return {
    ...(after.name !== before.name && { name: after.name }),
    ...(after.jobRole !== before.jobRole && { jobRole: after.jobRole }),
    ...(after.department !== before.department && { department: after.department }),
    ...(after.knowledgeAreas !== before.knowledgeAreas && { knowledgeAreas: areasIn(after.knowledgeAreas) }),
    ...(after.permissionLevel !== before.permissionLevel && { permissionLevel: after.permissionLevel }),
  }
}
