import { shortDrill } from '../support/drill.ts'

shortDrill('upgrade')
