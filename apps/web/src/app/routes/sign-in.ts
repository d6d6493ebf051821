// The screen of those who sign in, and what they do it with: one file of the build.
export { AuthPage } from '@/features/access/sign-in/auth-page.tsx'
export { createAccess } from '@/workspace/supabase/access/access.ts'
