import { serve } from '../_shared/serve.ts'
import { takeInFound } from './handler.ts'

serve(takeInFound, { asNobody: true })
