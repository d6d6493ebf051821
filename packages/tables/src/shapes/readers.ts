import { A2A_CARDS } from './readers/a2a-cards.ts'
import { BACKSTAGE } from './readers/backstage.ts'
import { COPILOT_PACKAGES } from './readers/copilot-packages.ts'
import { GITHUB_WORKFLOWS } from './readers/github-workflows.ts'
import { GOOGLE_APPS } from './readers/google-apps.ts'
import { GRAPH_APPLICATIONS } from './readers/graph-applications.ts'
import { KUBERNETES } from './readers/kubernetes.ts'
import { MAKE_SCENARIOS } from './readers/make-scenarios.ts'
import { MCP_CONFIG } from './readers/mcp-config.ts'
import { MCP_SERVERS } from './readers/mcp-servers.ts'
import { N8N_WORKFLOWS } from './readers/n8n-workflows.ts'
import { OKTA_APPS } from './readers/okta-apps.ts'
import { POWER_PLATFORM } from './readers/power-platform.ts'
import { SERVICE_NOW } from './readers/service-now.ts'
import type { DocumentReader } from './shape.ts'

/** All readers of documents with a known shape; the first that recognizes a document reads it. */
export const READERS: readonly DocumentReader[] = [
  A2A_CARDS,
  MCP_SERVERS,
  MCP_CONFIG,
  BACKSTAGE,
  KUBERNETES,
  N8N_WORKFLOWS,
  MAKE_SCENARIOS,
  GITHUB_WORKFLOWS,
  POWER_PLATFORM,
  COPILOT_PACKAGES,
  GRAPH_APPLICATIONS,
  SERVICE_NOW,
  OKTA_APPS,
  GOOGLE_APPS,
]
