import { serve } from '../_shared/serve.ts'
import { exportRecords } from './handler.ts'

serve(exportRecords)
