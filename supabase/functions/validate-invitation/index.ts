import { serve } from '../_shared/serve.ts'
import { validateInvitation } from './handler.ts'

serve(validateInvitation)
