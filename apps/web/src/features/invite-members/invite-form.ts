import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import type { NewInvitation } from '@cairn/workspace/port/invitations'
import { LEVELS } from '@cairn/workspace/port/permission-level'
import { z } from 'zod/mini'

const required = (message: Phrase) => z.string().check(z.trim(), z.minLength(1, message))

/** The invite dialog: what is entered, and what is wrong with it. */
export const inviteForm = z.object({
  email: z.string().check(z.trim(), z.toLowerCase(), z.email(phrase('Please enter a valid email address'))),
  name: required(phrase('Name is required')),
  jobRole: required(phrase('Job role is required')),
  department: required(phrase('Department is required')),
  permissionLevel: z.enum(LEVELS, phrase('Please select a valid permission level')),
})

export const EMPTY_INVITATION: NewInvitation = {
  email: '',
  name: '',
  jobRole: '',
  department: '',
  permissionLevel: 'viewer',
}
