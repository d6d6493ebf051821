import { serve } from '../_shared/serve.ts'
import { ping } from './handler.ts'

serve(ping, { asNobody: true })
