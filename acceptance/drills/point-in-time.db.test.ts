import { shortDrill } from '../support/drill.ts'

shortDrill('point-in-time')
