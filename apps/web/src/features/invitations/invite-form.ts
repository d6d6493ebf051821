import { z } from 'zod/mini'
import { LEVELS } from '@/shared/permission-label.ts'
import type { NewInvitation } from '@/workspace/port/invitations.ts'

const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message))

/** The invite dialog: what is entered, and what is wrong with it. The messages are English keys. */
export const inviteForm = z.object({
  email: z.string().check(z.trim(), z.toLowerCase(), z.email('Please enter a valid email address')),
  name: required('Name is required'),
  jobRole: required('Job role is required'),
  department: required('Department is required'),
  permissionLevel: z.enum(LEVELS, 'Please select a valid permission level'),
})

export const EMPTY_INVITATION: NewInvitation = {
  email: '',
  name: '',
  jobRole: '',
  department: '',
  permissionLevel: 'viewer',
}
