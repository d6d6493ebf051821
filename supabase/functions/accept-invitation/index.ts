import { serve } from '../_shared/serve.ts'
import { acceptInvitation } from './handler.ts'

serve(acceptInvitation)
