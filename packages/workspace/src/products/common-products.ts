import type { AgentPlatform } from '../port/records/agents.ts'

/** The groups of common products, in the order in which they are shown. Their names are in `texts/`. */
export const PRODUCT_GROUPS = [
  'office',
  'communication',
  'projects',
  'sales',
  'service',
  'finance',
  'people',
  'design',
  'development',
  'infrastructure',
  'security',
  'data',
  'automation',
  'assistants',
] as const

export type ProductGroup = (typeof PRODUCT_GROUPS)[number]

interface ProductFacts {
  /** Stays the same, for its description in `texts/`. */
  id: string
  name: string
  vendor: string
  group: ProductGroup
  /** An AI assistant becomes an agent on this platform; any other product becomes a system. */
  platform?: AgentPlatform
}

/** Products that many organizations use, to be registered at a tick. */
export const COMMON_PRODUCTS = [
  { id: 'microsoft-365', name: 'Microsoft 365', vendor: 'Microsoft', group: 'office' },
  { id: 'google-workspace', name: 'Google Workspace', vendor: 'Google', group: 'office' },
  { id: 'sharepoint', name: 'SharePoint', vendor: 'Microsoft', group: 'office' },
  { id: 'dropbox', name: 'Dropbox', vendor: 'Dropbox', group: 'office' },
  { id: 'nextcloud', name: 'Nextcloud', vendor: 'Nextcloud', group: 'office' },
  { id: 'adobe-acrobat', name: 'Adobe Acrobat', vendor: 'Adobe', group: 'office' },
  { id: 'docusign', name: 'DocuSign', vendor: 'Docusign', group: 'office' },
  { id: 'microsoft-teams', name: 'Microsoft Teams', vendor: 'Microsoft', group: 'communication' },
  { id: 'slack', name: 'Slack', vendor: 'Salesforce', group: 'communication' },
  { id: 'zoom', name: 'Zoom', vendor: 'Zoom', group: 'communication' },
  { id: 'webex', name: 'Webex', vendor: 'Cisco', group: 'communication' },
  { id: 'mattermost', name: 'Mattermost', vendor: 'Mattermost', group: 'communication' },
  { id: 'jira', name: 'Jira', vendor: 'Atlassian', group: 'projects' },
  { id: 'confluence', name: 'Confluence', vendor: 'Atlassian', group: 'projects' },
  { id: 'asana', name: 'Asana', vendor: 'Asana', group: 'projects' },
  { id: 'trello', name: 'Trello', vendor: 'Atlassian', group: 'projects' },
  { id: 'monday-com', name: 'monday.com', vendor: 'monday.com', group: 'projects' },
  { id: 'clickup', name: 'ClickUp', vendor: 'ClickUp', group: 'projects' },
  { id: 'notion', name: 'Notion', vendor: 'Notion Labs', group: 'projects' },
  { id: 'airtable', name: 'Airtable', vendor: 'Airtable', group: 'projects' },
  { id: 'miro', name: 'Miro', vendor: 'Miro', group: 'projects' },
  { id: 'salesforce', name: 'Salesforce', vendor: 'Salesforce', group: 'sales' },
  { id: 'hubspot', name: 'HubSpot', vendor: 'HubSpot', group: 'sales' },
  { id: 'microsoft-dynamics-365', name: 'Microsoft Dynamics 365', vendor: 'Microsoft', group: 'sales' },
  { id: 'pipedrive', name: 'Pipedrive', vendor: 'Pipedrive', group: 'sales' },
  { id: 'mailchimp', name: 'Mailchimp', vendor: 'Intuit', group: 'sales' },
  { id: 'shopify', name: 'Shopify', vendor: 'Shopify', group: 'sales' },
  { id: 'wordpress', name: 'WordPress', vendor: 'WordPress Foundation', group: 'sales' },
  { id: 'zendesk', name: 'Zendesk', vendor: 'Zendesk', group: 'service' },
  { id: 'freshdesk', name: 'Freshdesk', vendor: 'Freshworks', group: 'service' },
  { id: 'intercom', name: 'Intercom', vendor: 'Intercom', group: 'service' },
  { id: 'servicenow', name: 'ServiceNow', vendor: 'ServiceNow', group: 'service' },
  { id: 'jira-service-management', name: 'Jira Service Management', vendor: 'Atlassian', group: 'service' },
  { id: 'sap-s-4hana', name: 'SAP S/4HANA', vendor: 'SAP', group: 'finance' },
  { id: 'oracle-netsuite', name: 'Oracle NetSuite', vendor: 'Oracle', group: 'finance' },
  { id: 'odoo', name: 'Odoo', vendor: 'Odoo', group: 'finance' },
  { id: 'datev', name: 'DATEV', vendor: 'DATEV', group: 'finance' },
  { id: 'sage', name: 'Sage', vendor: 'Sage', group: 'finance' },
  { id: 'quickbooks', name: 'QuickBooks', vendor: 'Intuit', group: 'finance' },
  { id: 'xero', name: 'Xero', vendor: 'Xero', group: 'finance' },
  { id: 'stripe', name: 'Stripe', vendor: 'Stripe', group: 'finance' },
  { id: 'sap-concur', name: 'SAP Concur', vendor: 'SAP', group: 'finance' },
  { id: 'workday', name: 'Workday', vendor: 'Workday', group: 'people' },
  { id: 'personio', name: 'Personio', vendor: 'Personio', group: 'people' },
  { id: 'bamboohr', name: 'BambooHR', vendor: 'BambooHR', group: 'people' },
  { id: 'sap-successfactors', name: 'SAP SuccessFactors', vendor: 'SAP', group: 'people' },
  { id: 'adp', name: 'ADP', vendor: 'ADP', group: 'people' },
  { id: 'greenhouse', name: 'Greenhouse', vendor: 'Greenhouse', group: 'people' },
  { id: 'figma', name: 'Figma', vendor: 'Figma', group: 'design' },
  { id: 'adobe-creative-cloud', name: 'Adobe Creative Cloud', vendor: 'Adobe', group: 'design' },
  { id: 'canva', name: 'Canva', vendor: 'Canva', group: 'design' },
  { id: 'github', name: 'GitHub', vendor: 'GitHub', group: 'development' },
  { id: 'gitlab', name: 'GitLab', vendor: 'GitLab', group: 'development' },
  { id: 'bitbucket', name: 'Bitbucket', vendor: 'Atlassian', group: 'development' },
  { id: 'azure-devops', name: 'Azure DevOps', vendor: 'Microsoft', group: 'development' },
  { id: 'sentry', name: 'Sentry', vendor: 'Sentry', group: 'development' },
  { id: 'amazon-web-services', name: 'Amazon Web Services', vendor: 'Amazon', group: 'infrastructure' },
  { id: 'microsoft-azure', name: 'Microsoft Azure', vendor: 'Microsoft', group: 'infrastructure' },
  { id: 'google-cloud', name: 'Google Cloud', vendor: 'Google', group: 'infrastructure' },
  { id: 'hetzner-cloud', name: 'Hetzner Cloud', vendor: 'Hetzner', group: 'infrastructure' },
  { id: 'vmware-vsphere', name: 'VMware vSphere', vendor: 'Broadcom', group: 'infrastructure' },
  { id: 'cloudflare', name: 'Cloudflare', vendor: 'Cloudflare', group: 'infrastructure' },
  { id: 'datadog', name: 'Datadog', vendor: 'Datadog', group: 'infrastructure' },
  { id: 'grafana', name: 'Grafana', vendor: 'Grafana Labs', group: 'infrastructure' },
  { id: 'microsoft-entra-id', name: 'Microsoft Entra ID', vendor: 'Microsoft', group: 'security' },
  { id: 'okta', name: 'Okta', vendor: 'Okta', group: 'security' },
  { id: 'keycloak', name: 'Keycloak', vendor: 'Keycloak', group: 'security' },
  { id: '1password', name: '1Password', vendor: '1Password', group: 'security' },
  { id: 'bitwarden', name: 'Bitwarden', vendor: 'Bitwarden', group: 'security' },
  { id: 'microsoft-intune', name: 'Microsoft Intune', vendor: 'Microsoft', group: 'security' },
  { id: 'crowdstrike-falcon', name: 'CrowdStrike Falcon', vendor: 'CrowdStrike', group: 'security' },
  { id: 'power-bi', name: 'Power BI', vendor: 'Microsoft', group: 'data' },
  { id: 'tableau', name: 'Tableau', vendor: 'Salesforce', group: 'data' },
  { id: 'looker', name: 'Looker', vendor: 'Google', group: 'data' },
  { id: 'snowflake', name: 'Snowflake', vendor: 'Snowflake', group: 'data' },
  { id: 'databricks', name: 'Databricks', vendor: 'Databricks', group: 'data' },
  { id: 'google-analytics', name: 'Google Analytics', vendor: 'Google', group: 'data' },
  { id: 'matomo', name: 'Matomo', vendor: 'Matomo', group: 'data' },
  { id: 'zapier', name: 'Zapier', vendor: 'Zapier', group: 'automation' },
  { id: 'make', name: 'Make', vendor: 'Celonis', group: 'automation' },
  { id: 'power-automate', name: 'Power Automate', vendor: 'Microsoft', group: 'automation' },
  { id: 'n8n', name: 'n8n', vendor: 'n8n', group: 'automation' },
  { id: 'uipath', name: 'UiPath', vendor: 'UiPath', group: 'automation' },
  { id: 'chatgpt', name: 'ChatGPT', vendor: 'OpenAI', group: 'assistants', platform: 'OpenAI' },
  { id: 'claude', name: 'Claude', vendor: 'Anthropic', group: 'assistants', platform: 'Anthropic' },
  {
    id: 'microsoft-copilot',
    name: 'Microsoft Copilot',
    vendor: 'Microsoft',
    group: 'assistants',
    platform: 'Other',
  },
  { id: 'github-copilot', name: 'GitHub Copilot', vendor: 'GitHub', group: 'assistants', platform: 'Other' },
  { id: 'gemini', name: 'Gemini', vendor: 'Google', group: 'assistants', platform: 'Other' },
  { id: 'perplexity', name: 'Perplexity', vendor: 'Perplexity AI', group: 'assistants', platform: 'Other' },
] as const satisfies readonly ProductFacts[]

export type ProductId = (typeof COMMON_PRODUCTS)[number]['id']

export interface CommonProduct extends ProductFacts {
  id: ProductId
}
