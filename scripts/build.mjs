import { buildDashboard } from './build-dashboard.mjs'
import { setUp } from './set-up.mjs'

await setUp()
await buildDashboard()
