/**
 * What requests may read, write and call, generated from the migrations by `npm run types`: the shape that the
 * official client takes. Columns that no request may read are not in Row; what none may write is not in Insert and
 * Update. The database sets what it knows better, whether it is sent or not.
 */
type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      account_members: {
        Row: {
          id: string
          account_id: string
          user_id: string
          role: 'member' | 'owner'
          permission_level: 'admin' | 'manager' | 'user' | 'viewer'
          knowledge_areas: string[]
          contribution_count: number
          created_at: string
          updated_at: string
        }
        Insert: Record<string, never>
        Update: { permission_level?: string; department?: string | null; knowledge_areas?: string[] }
        Relationships: [
          {
            foreignKeyName: 'account_members_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'account_members_user_id_fkey'
            columns: ['user_id']
            isOneToOne: true
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      accounts: {
        Row: {
          id: string
          name: string
          created_at: string
          updated_at: string
          newcomers_need_admission: boolean
        }
        Insert: Record<string, never>
        Update: Record<string, never>
        Relationships: []
      }
      acts: {
        Row: {
          id: string
          account_id: string
          action:
            | 'add_tag'
            | 'delete'
            | 'delete_team'
            | 'expert'
            | 'field'
            | 'handover'
            | 'import'
            | 'merge_team'
            | 'owner'
            | 'remove_tag'
            | 'restore'
            | 'status'
            | 'undo'
          kind: 'agent' | 'automation' | 'solution' | 'system' | null
          value: string | null
          parts: string[]
          records: number
          undoes: string | null
          departed: Json
          done_by: string | null
          done_at: string
          ended_team: Json | null
        }
        Insert: Record<string, never>
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'acts_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
        ]
      }
      agents: {
        Row: {
          id: string
          account_id: string
          name: string
          platform: 'Anthropic' | 'Custom' | 'OpenAI' | 'Other'
          description: string
          status: string
          owner_id: string | null
          last_used: string | null
          created_by: string | null
          updated_by: string | null
          created_at: string
          updated_at: string
          invited_owner_id: string | null
          vendor: string
          criticality: string | null
          data_class: string | null
          cost_per_month: number | null
          cost_currency: string | null
          renews_on: string | null
          lifecycle: string | null
          department: string
          links: Json
          tags: string[]
          own: Json
          imported_from: string | null
          source_id: string | null
          team_id: string | null
        }
        Insert: {
          account_id?: string
          name: string
          platform: string
          description?: string
          status?: string
          owner_id?: string | null
          created_by?: string | null
          updated_by?: string | null
          invited_owner_id?: string | null
          vendor?: string
          criticality?: string | null
          data_class?: string | null
          cost_per_month?: number | null
          cost_currency?: string | null
          renews_on?: string | null
          lifecycle?: string | null
          department?: string
          links?: Json
          tags?: string[]
          own?: Json
          imported_from?: string | null
          source_id?: string | null
          team_id?: string | null
        }
        Update: {
          name?: string
          platform?: string
          description?: string
          status?: string
          owner_id?: string | null
          updated_by?: string | null
          updated_at?: string
          invited_owner_id?: string | null
          vendor?: string
          criticality?: string | null
          data_class?: string | null
          cost_per_month?: number | null
          cost_currency?: string | null
          renews_on?: string | null
          lifecycle?: string | null
          department?: string
          links?: Json
          tags?: string[]
          own?: Json
          imported_from?: string | null
          source_id?: string | null
          team_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'agents_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'agents_created_by_fkey'
            columns: ['account_id', 'created_by']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
          {
            foreignKeyName: 'agents_invited_owner_id_fkey'
            columns: ['account_id', 'invited_owner_id']
            isOneToOne: false
            referencedRelation: 'pending_invitations'
            referencedColumns: ['account_id', 'id']
          },
          {
            foreignKeyName: 'agents_owner_id_fkey'
            columns: ['account_id', 'owner_id']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
          {
            foreignKeyName: 'agents_team_id_fkey'
            columns: ['account_id', 'team_id']
            isOneToOne: false
            referencedRelation: 'teams'
            referencedColumns: ['account_id', 'id']
          },
          {
            foreignKeyName: 'agents_updated_by_fkey'
            columns: ['account_id', 'updated_by']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
        ]
      }
      alert_settings: {
        Row: { account_id: string; escalate_after_hours: number }
        Insert: { escalate_after_hours?: number }
        Update: { escalate_after_hours?: number }
        Relationships: [
          {
            foreignKeyName: 'alert_settings_account_id_fkey'
            columns: ['account_id']
            isOneToOne: true
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
        ]
      }
      api_settings: {
        Row: { account_id: string; tokens_without_end: boolean; suggested_edits: boolean }
        Insert: { tokens_without_end?: boolean; suggested_edits?: boolean }
        Update: { tokens_without_end?: boolean; suggested_edits?: boolean }
        Relationships: [
          {
            foreignKeyName: 'api_settings_account_id_fkey'
            columns: ['account_id']
            isOneToOne: true
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
        ]
      }
      api_tokens: {
        Row: {
          id: string
          account_id: string
          owner_id: string | null
          service_account_id: string | null
          name: string
          scopes: string[]
          ending: string
          expires_at: string | null
          created_by: string | null
          created_at: string
          rotated_at: string | null
          last_used_at: string | null
          last_used_network: string | null
          warned_days: number | null
        }
        Insert: Record<string, never>
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'api_tokens_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'api_tokens_created_by_fkey'
            columns: ['account_id', 'created_by']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
          {
            foreignKeyName: 'api_tokens_owner_id_fkey'
            columns: ['account_id', 'owner_id']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
          {
            foreignKeyName: 'api_tokens_service_account_id_fkey'
            columns: ['account_id', 'service_account_id']
            isOneToOne: false
            referencedRelation: 'service_accounts'
            referencedColumns: ['account_id', 'id']
          },
        ]
      }
      app_features: {
        Row: {
          id: string
          account_id: string
          feature_name: 'agents' | 'automations' | 'knowledge_base' | 'q_and_a' | 'solutions' | 'systems'
          enabled: boolean
          created_at: string
          updated_at: string
          created_by: string | null
          updated_by: string | null
        }
        Insert: { account_id?: string; feature_name: string; enabled: boolean; updated_by?: string | null }
        Update: { enabled?: boolean; updated_at?: string; updated_by?: string | null }
        Relationships: [
          {
            foreignKeyName: 'app_features_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'app_features_created_by_fkey'
            columns: ['account_id', 'created_by']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
          {
            foreignKeyName: 'app_features_updated_by_fkey'
            columns: ['account_id', 'updated_by']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
        ]
      }
      appearance_settings: {
        Row: {
          id: string
          account_id: string
          account_name: string
          description: string
          logo_url: string
          created_at: string
          updated_at: string
          created_by: string | null
          updated_by: string | null
        }
        Insert: {
          account_id?: string
          account_name: string
          description?: string
          logo_url?: string
          updated_at?: string
          updated_by?: string | null
        }
        Update: {
          account_id?: string
          account_name?: string
          description?: string
          logo_url?: string
          updated_at?: string
          updated_by?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'appearance_settings_account_id_fkey'
            columns: ['account_id']
            isOneToOne: true
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'appearance_settings_created_by_fkey'
            columns: ['account_id', 'created_by']
            isOneToOne: true
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
          {
            foreignKeyName: 'appearance_settings_updated_by_fkey'
            columns: ['account_id', 'updated_by']
            isOneToOne: true
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
        ]
      }
      archive_imports: {
        Row: {
          id: string
          account_id: string
          state: 'done' | 'failed' | 'uploading' | 'waiting' | 'working'
          made_by: string | null
          bytes: number
          parts: number
          entries: number
          problem: string | null
          attempts: number
          created_at: string
          ended_at: string | null
          refusal: string | null
        }
        Insert: Record<string, never>
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'archive_imports_account_id_fkey'
            columns: ['account_id']
            isOneToOne: true
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
        ]
      }
      archives: {
        Row: {
          id: string
          account_id: string
          state: 'failed' | 'ready' | 'waiting' | 'working'
          made_by: string | null
          bytes: number
          entries: number
          parts: number
          attempts: number
          created_at: string
          ready_at: string | null
          expires_at: string
        }
        Insert: Record<string, never>
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'archives_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
        ]
      }
      automations: {
        Row: {
          id: string
          account_id: string
          name: string
          source: 'Make.com' | 'Other' | 'Power Automate' | 'Zapier'
          description: string
          status: string
          webhook_url: string | null
          owner_id: string | null
          last_run: string | null
          created_by: string | null
          updated_by: string | null
          created_at: string
          updated_at: string
          invited_owner_id: string | null
          vendor: string
          criticality: string | null
          data_class: string | null
          cost_per_month: number | null
          cost_currency: string | null
          renews_on: string | null
          lifecycle: string | null
          department: string
          links: Json
          tags: string[]
          own: Json
          imported_from: string | null
          source_id: string | null
          team_id: string | null
        }
        Insert: {
          account_id?: string
          name: string
          source: string
          description?: string
          status?: string
          webhook_url?: string | null
          owner_id?: string | null
          created_by?: string | null
          updated_by?: string | null
          invited_owner_id?: string | null
          vendor?: string
          criticality?: string | null
          data_class?: string | null
          cost_per_month?: number | null
          cost_currency?: string | null
          renews_on?: string | null
          lifecycle?: string | null
          department?: string
          links?: Json
          tags?: string[]
          own?: Json
          imported_from?: string | null
          source_id?: string | null
          team_id?: string | null
        }
        Update: {
          name?: string
          source?: string
          description?: string
          status?: string
          webhook_url?: string | null
          owner_id?: string | null
          updated_by?: string | null
          updated_at?: string
          invited_owner_id?: string | null
          vendor?: string
          criticality?: string | null
          data_class?: string | null
          cost_per_month?: number | null
          cost_currency?: string | null
          renews_on?: string | null
          lifecycle?: string | null
          department?: string
          links?: Json
          tags?: string[]
          own?: Json
          imported_from?: string | null
          source_id?: string | null
          team_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'automations_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'automations_created_by_fkey'
            columns: ['account_id', 'created_by']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
          {
            foreignKeyName: 'automations_invited_owner_id_fkey'
            columns: ['account_id', 'invited_owner_id']
            isOneToOne: false
            referencedRelation: 'pending_invitations'
            referencedColumns: ['account_id', 'id']
          },
          {
            foreignKeyName: 'automations_owner_id_fkey'
            columns: ['account_id', 'owner_id']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
          {
            foreignKeyName: 'automations_team_id_fkey'
            columns: ['account_id', 'team_id']
            isOneToOne: false
            referencedRelation: 'teams'
            referencedColumns: ['account_id', 'id']
          },
          {
            foreignKeyName: 'automations_updated_by_fkey'
            columns: ['account_id', 'updated_by']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
        ]
      }
      calendar_addresses: {
        Row: {
          id: string
          account_id: string
          user_id: string
          kind: string | null
          view_id: string | null
          created_at: string
          last_used_at: string | null
          team_id: string | null
        }
        Insert: Record<string, never>
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'calendar_addresses_team_id_fkey'
            columns: ['account_id', 'team_id']
            isOneToOne: false
            referencedRelation: 'teams'
            referencedColumns: ['account_id', 'id']
          },
          {
            foreignKeyName: 'calendar_addresses_user_id_fkey'
            columns: ['account_id', 'user_id']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
          {
            foreignKeyName: 'calendar_addresses_view_id_fkey'
            columns: ['account_id', 'kind', 'view_id']
            isOneToOne: false
            referencedRelation: 'views'
            referencedColumns: ['account_id', 'kind', 'id']
          },
        ]
      }
      departed_owners: {
        Row: {
          account_id: string
          kind: 'agent' | 'automation' | 'solution' | 'system'
          record_id: string
          person_id: string
          person_name: string | null
          left_at: string
        }
        Insert: Record<string, never>
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'departed_owners_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
        ]
      }
      deputies: {
        Row: {
          account_id: string
          user_id: string
          deputy_id: string | null
          away_from: string | null
          away_until: string | null
        }
        Insert: Record<string, never>
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'deputies_deputy_id_fkey'
            columns: ['account_id', 'deputy_id']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
          {
            foreignKeyName: 'deputies_user_id_fkey'
            columns: ['account_id', 'user_id']
            isOneToOne: true
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
        ]
      }
      discovered_callers: {
        Row: {
          id: string
          account_id: string
          name: string
          state: string
          first_at: string
          last_at: string
          calls: number
          network: string | null
          agent: string | null
          note: string | null
          kind: string | null
          record_id: string | null
          decided_by: string | null
          decided_at: string | null
        }
        Insert: Record<string, never>
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'discovered_callers_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'discovered_callers_decided_by_fkey'
            columns: ['account_id', 'decided_by']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
        ]
      }
      found_records: {
        Row: {
          id: string
          account_id: string
          kind: 'agent' | 'automation' | 'solution' | 'system'
          source: string
          source_id: string
          name: string
          owner: string | null
          given: Json
          first_seen_at: string
          last_seen_at: string
          state: 'ignored' | 'registered' | 'waiting'
          record_id: string | null
          decided_by: string | null
          decided_at: string | null
        }
        Insert: Record<string, never>
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'found_records_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'found_records_decided_by_fkey'
            columns: ['account_id', 'decided_by']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
        ]
      }
      group_rules: {
        Row: {
          id: string
          account_id: string
          provider: string
          claim: string
          group_name: string
          team_id: string | null
          level: string | null
          created_at: string
        }
        Insert: {
          provider: string
          claim?: string
          group_name: string
          team_id?: string | null
          level?: string | null
        }
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'group_rules_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'group_rules_team_id_fkey'
            columns: ['account_id', 'team_id']
            isOneToOne: false
            referencedRelation: 'teams'
            referencedColumns: ['account_id', 'id']
          },
        ]
      }
      handovers: {
        Row: {
          id: string
          account_id: string
          kind: 'agent' | 'automation' | 'solution' | 'system'
          record_id: string
          part: 'expert' | 'owner'
          giver_id: string | null
          giver_name: string
          handed_by: string | null
          receiver_id: string | null
          invitation_id: string | null
          state: 'accepted' | 'passed_on' | 'pending' | 'withdrawn'
          act: string
          created_at: string
          answered_at: string | null
        }
        Insert: Record<string, never>
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'handovers_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'handovers_invitation_id_fkey'
            columns: ['account_id', 'invitation_id']
            isOneToOne: false
            referencedRelation: 'pending_invitations'
            referencedColumns: ['account_id', 'id']
          },
          {
            foreignKeyName: 'handovers_receiver_id_fkey'
            columns: ['account_id', 'receiver_id']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
        ]
      }
      heartbeats: {
        Row: {
          id: string
          account_id: string
          kind: 'agent' | 'automation'
          record_id: string
          former_until: string | null
          expects: string
          every_seconds: number | null
          working_hours: Json | null
          cron: string | null
          calendar: Json | null
          time_zone: string
          grace_seconds: number
          status: 'failing' | 'new' | 'up'
          first_at: string | null
          last_at: string | null
          last_outcome: string | null
          last_seconds: number | null
          running_since: string | null
          due_at: string | null
          late_at: string | null
          trouble: string | null
          trouble_since: string | null
          silent_until: string | null
          paused_at: string | null
          rests: boolean
          runs: number
          refused_calls: number
          created_by: string | null
          created_at: string
        }
        Insert: Record<string, never>
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'heartbeats_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'heartbeats_created_by_fkey'
            columns: ['account_id', 'created_by']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
        ]
      }
      import_rows: {
        Row: {
          account_id: string
          import_id: string
          row_number: number
          given: Json
          unreadable: string[]
          match_value: string | null
          name_key: string | null
          effect: 'changed' | 'duplicate' | 'error' | 'gone' | 'new' | 'same' | null
          record_id: string | null
          version: string | null
          clean: Json
          writes: Json
          cells: Json
          problems: Json
          candidates: Json
          people: Json
          decision: Json | null
          outcome: 'done' | 'refused' | null
          is_to_apply: boolean
          unrelated: Json
        }
        Insert: Record<string, never>
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'import_rows_import_id_fkey'
            columns: ['account_id', 'import_id']
            isOneToOne: false
            referencedRelation: 'imports'
            referencedColumns: ['account_id', 'id']
          },
        ]
      }
      imports: {
        Row: {
          id: string
          account_id: string
          kind: 'agent' | 'automation' | 'solution' | 'system'
          file_name: string
          source: string | null
          match_key: string
          partial: boolean
          started_by: string
          started_at: string
          checked_at: string | null
          people: Json
          act: string
          parts: string[]
          applied_at: string | null
          done_at: string | null
        }
        Insert: Record<string, never>
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'imports_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'imports_started_by_fkey'
            columns: ['account_id', 'started_by']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
        ]
      }
      inbox_mutes: {
        Row: {
          id: string
          account_id: string
          user_id: string
          reason: string | null
          record_kind: string | null
          record_id: string | null
        }
        Insert: Record<string, never>
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'inbox_mutes_user_id_fkey'
            columns: ['account_id', 'user_id']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
        ]
      }
      inbox_snoozes: {
        Row: { account_id: string; user_id: string; reason: string; line_id: string; until: string }
        Insert: Record<string, never>
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'inbox_snoozes_user_id_fkey'
            columns: ['account_id', 'user_id']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
        ]
      }
      knowledge_articles: {
        Row: {
          id: string
          account_id: string
          author_id: string | null
          system_id: string | null
          title: string
          excerpt: string
          content: string
          category: string
          updated_by: string | null
          created_at: string
          updated_at: string
        }
        Insert: {
          account_id?: string
          author_id?: string | null
          system_id?: string | null
          title: string
          excerpt?: string
          content?: string
          category?: string
          updated_by?: string | null
        }
        Update: {
          system_id?: string | null
          title?: string
          excerpt?: string
          content?: string
          category?: string
          updated_by?: string | null
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'knowledge_articles_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'knowledge_articles_author_id_fkey'
            columns: ['account_id', 'author_id']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
          {
            foreignKeyName: 'knowledge_articles_author_profile_fkey'
            columns: ['author_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'knowledge_articles_updated_by_fkey'
            columns: ['account_id', 'updated_by']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
        ]
      }
      login_attempts: {
        Row: Record<string, never>
        Insert: { email: string; success?: boolean; attempted_at?: string }
        Update: Record<string, never>
        Relationships: []
      }
      maintenance_windows: {
        Row: {
          id: string
          account_id: string
          kind: string
          record_id: string
          starts_at: string
          ends_at: string
          note: string
          assigned_by: string | null
          created_at: string
        }
        Insert: {
          record_id: string
          starts_at?: string
          ends_at: string
          note?: string
          assigned_by?: string | null
        }
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'maintenance_windows_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'maintenance_windows_assigned_by_fkey'
            columns: ['account_id', 'assigned_by']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
        ]
      }
      notification_preferences: {
        Row: {
          id: string
          user_id: string
          email: boolean
          push: boolean
          mentions: boolean
          weekly_digest: boolean
          created_at: string
          updated_at: string
          language: string | null
          time_zone: string | null
          quiet_from: string | null
          quiet_until: string | null
        }
        Insert: {
          user_id?: string
          email?: boolean
          push?: boolean
          mentions?: boolean
          weekly_digest?: boolean
          updated_at?: string
          quiet_from?: string | null
          quiet_until?: string | null
        }
        Update: {
          user_id?: string
          email?: boolean
          push?: boolean
          mentions?: boolean
          weekly_digest?: boolean
          updated_at?: string
          quiet_from?: string | null
          quiet_until?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'notification_preferences_user_id_fkey'
            columns: ['user_id']
            isOneToOne: true
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      notifications: {
        Row: {
          id: string
          account_id: string
          user_id: string
          number: number
          kind:
            | 'archive_ready'
            | 'dependency_deleted'
            | 'ended_token_used'
            | 'expert_assigned'
            | 'handed_over'
            | 'heartbeat_back'
            | 'heartbeat_failing'
            | 'heartbeat_late'
            | 'invitation_accepted'
            | 'level_changed'
            | 'member_joined'
            | 'newcomer_waiting'
            | 'owner_assigned'
            | 'record_changed'
            | 'record_deleted'
            | 'record_restored'
            | 'renewal_due'
            | 'second_factor_wanted'
            | 'service_account_given'
            | 'suggestion_made'
            | 'token_expires'
            | 'view_changed'
            | 'webhook_paused'
          actor_id: string | null
          record_kind: string | null
          record_id: string | null
          record_name: string | null
          payload: Json
          in_app: boolean
          mail_due: boolean
          created_at: string
          read_at: string | null
          told_at: string
        }
        Insert: Record<string, never>
        Update: { read_at?: string | null }
        Relationships: [
          {
            foreignKeyName: 'notifications_user_id_fkey'
            columns: ['account_id', 'user_id']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
        ]
      }
      own_fields: {
        Row: {
          id: string
          account_id: string
          kind: 'agent' | 'automation' | 'solution' | 'system'
          key: string
          name: string
          type:
            | 'address'
            | 'choice'
            | 'choices'
            | 'date'
            | 'long_text'
            | 'member'
            | 'number'
            | 'record'
            | 'text'
            | 'yes_no'
          help: string
          unit: string
          choices: Json
          record_kind: 'agent' | 'automation' | 'solution' | 'system' | null
          required: boolean
          default_value: Json | null
          section: string
          place: number
          retired_at: string | null
          deleted_at: string | null
          created_by: string | null
          updated_by: string | null
          created_at: string
          updated_at: string
        }
        Insert: {
          account_id?: string
          kind: string
          key?: string
          name: string
          type: string
          help?: string
          unit?: string
          choices?: Json
          record_kind?: string | null
          required?: boolean
          default_value?: Json | null
          section?: string
          place?: number
        }
        Update: {
          name?: string
          help?: string
          unit?: string
          choices?: Json
          required?: boolean
          default_value?: Json | null
          section?: string
          place?: number
          retired_at?: string | null
          deleted_at?: string | null
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'own_fields_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'own_fields_created_by_fkey'
            columns: ['account_id', 'created_by']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
          {
            foreignKeyName: 'own_fields_updated_by_fkey'
            columns: ['account_id', 'updated_by']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
        ]
      }
      password_history: {
        Row: Record<string, never>
        Insert: { user_id?: string; password_hash: string }
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'password_history_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      pending_invitations: {
        Row: {
          id: string
          account_id: string
          email: string
          name: string
          job_role: string | null
          department: string | null
          permission_level: 'admin' | 'manager' | 'user' | 'viewer'
          invited_by: string | null
          invitation_token: string
          expires_at: string
          accepted_at: string | null
          declined_at: string | null
          created_at: string
          sent_at: string | null
        }
        Insert: {
          account_id?: string
          email: string
          name: string
          job_role?: string | null
          department?: string | null
          permission_level?: string
          invited_by?: string | null
        }
        Update: { declined_at?: string | null }
        Relationships: [
          {
            foreignKeyName: 'pending_invitations_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'pending_invitations_invited_by_fkey'
            columns: ['account_id', 'invited_by']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
        ]
      }
      profiles: {
        Row: { id: string; name: string; avatar: string | null }
        Insert: Record<string, never>
        Update: {
          name?: string
          avatar?: string | null
          bio?: string | null
          job_role?: string | null
          department?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'profiles_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
        ]
      }
      record_experts: {
        Row: {
          account_id: string
          kind: 'agent' | 'automation' | 'solution' | 'system'
          record_id: string
          expert_id: string
          assigned_by: string | null
          created_at: string
        }
        Insert: { kind: string; record_id: string; expert_id: string; assigned_by?: string | null }
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'record_experts_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'record_experts_assigned_by_fkey'
            columns: ['account_id', 'assigned_by']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
          {
            foreignKeyName: 'record_experts_expert_id_fkey'
            columns: ['account_id', 'expert_id']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
        ]
      }
      record_history: {
        Row: {
          id: string
          account_id: string
          kind: 'agent' | 'article' | 'automation' | 'solution' | 'system'
          record_id: string
          record_name: string
          action: 'created' | 'deleted' | 'restored' | 'updated'
          field: string | null
          before: Json | null
          after: Json | null
          changed_by: string | null
          changed_at: string
          concerned: string[]
          act: string
          token_id: string | null
          client_id: string | null
          program: string | null
        }
        Insert: Record<string, never>
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'record_history_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
        ]
      }
      relations: {
        Row: {
          id: string
          account_id: string
          from_kind: string
          from_id: string
          to_kind: string
          to_id: string
          type: 'depends_on' | 'feeds_data_to' | 'part_of' | 'replaces' | 'runs_in'
          note: string
          assigned_by: string | null
          created_at: string
        }
        Insert: { from_id: string; to_id: string; type: string; note?: string; assigned_by?: string | null }
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'relations_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'relations_assigned_by_fkey'
            columns: ['account_id', 'assigned_by']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
        ]
      }
      run_days: {
        Row: {
          heartbeat_id: string
          day: string
          account_id: string
          successes: number
          failures: number
          timed: number
          seconds: number
          longest: number
        }
        Insert: Record<string, never>
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'run_days_heartbeat_id_fkey'
            columns: ['account_id', 'heartbeat_id']
            isOneToOne: false
            referencedRelation: 'heartbeats'
            referencedColumns: ['account_id', 'id']
          },
        ]
      }
      runs: {
        Row: {
          heartbeat_id: string
          number: number
          account_id: string
          outcome: 'failure' | 'log' | 'running' | 'success' | 'unfinished'
          started_at: string | null
          ended_at: string | null
          at: string
          exit_code: number | null
          rid: string | null
          note: string | null
        }
        Insert: Record<string, never>
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'runs_heartbeat_id_fkey'
            columns: ['account_id', 'heartbeat_id']
            isOneToOne: false
            referencedRelation: 'heartbeats'
            referencedColumns: ['account_id', 'id']
          },
        ]
      }
      security_audit_log: {
        Row: {
          id: string
          account_id: string
          user_id: string | null
          action: string
          resource_type: string
          resource_id: string | null
          details: Json
          user_agent: string | null
          ip_address: string | null
          source: 'browser' | 'server'
          created_at: string
          severity: string
        }
        Insert: {
          account_id?: string
          user_id?: string | null
          action: string
          resource_type: string
          resource_id?: string | null
          details?: Json
          user_agent?: string | null
        }
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'security_audit_log_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
        ]
      }
      security_rate_limits: {
        Row: {
          id: string
          user_id: string
          action_type: string
          attempts: number
          window_start: string
          blocked_until: string | null
          created_at: string
        }
        Insert: { user_id?: string; action_type: string; attempts?: number; window_start?: string }
        Update: { attempts?: number; blocked_until?: string | null }
        Relationships: [
          {
            foreignKeyName: 'security_rate_limits_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      service_accounts: {
        Row: {
          id: string
          account_id: string
          name: string
          purpose: string
          owner_id: string | null
          created_by: string | null
          created_at: string
        }
        Insert: Record<string, never>
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'service_accounts_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'service_accounts_created_by_fkey'
            columns: ['account_id', 'created_by']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
          {
            foreignKeyName: 'service_accounts_owner_id_fkey'
            columns: ['account_id', 'owner_id']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
        ]
      }
      solution_agents: {
        Row: {
          account_id: string
          solution_id: string
          agent_id: string
          assigned_by: string | null
          created_at: string
        }
        Insert: { solution_id: string; agent_id: string; assigned_by?: string | null }
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'solution_agents_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'solution_agents_assigned_by_fkey'
            columns: ['account_id', 'assigned_by']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
        ]
      }
      solution_automations: {
        Row: {
          account_id: string
          solution_id: string
          automation_id: string
          assigned_by: string | null
          created_at: string
        }
        Insert: { solution_id: string; automation_id: string; assigned_by?: string | null }
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'solution_automations_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'solution_automations_assigned_by_fkey'
            columns: ['account_id', 'assigned_by']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
        ]
      }
      solutions: {
        Row: {
          id: string
          account_id: string
          name: string
          description: string
          owner_id: string | null
          status: string
          use_cases: string[]
          users: string[]
          related_systems: string[]
          details: Json
          created_by: string | null
          updated_by: string | null
          created_at: string
          updated_at: string
          invited_owner_id: string | null
          vendor: string
          criticality: string | null
          data_class: string | null
          cost_per_month: number | null
          cost_currency: string | null
          renews_on: string | null
          lifecycle: string | null
          department: string
          links: Json
          tags: string[]
          own: Json
          imported_from: string | null
          source_id: string | null
          team_id: string | null
        }
        Insert: {
          account_id?: string
          name: string
          description?: string
          owner_id?: string | null
          status?: string
          use_cases?: string[]
          users?: string[]
          related_systems?: string[]
          details?: Json
          created_by?: string | null
          updated_by?: string | null
          invited_owner_id?: string | null
          vendor?: string
          criticality?: string | null
          data_class?: string | null
          cost_per_month?: number | null
          cost_currency?: string | null
          renews_on?: string | null
          lifecycle?: string | null
          department?: string
          links?: Json
          tags?: string[]
          own?: Json
          imported_from?: string | null
          source_id?: string | null
          team_id?: string | null
        }
        Update: {
          name?: string
          description?: string
          owner_id?: string | null
          status?: string
          use_cases?: string[]
          users?: string[]
          related_systems?: string[]
          details?: Json
          updated_by?: string | null
          updated_at?: string
          invited_owner_id?: string | null
          vendor?: string
          criticality?: string | null
          data_class?: string | null
          cost_per_month?: number | null
          cost_currency?: string | null
          renews_on?: string | null
          lifecycle?: string | null
          department?: string
          links?: Json
          tags?: string[]
          own?: Json
          imported_from?: string | null
          source_id?: string | null
          team_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'solutions_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'solutions_created_by_fkey'
            columns: ['account_id', 'created_by']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
          {
            foreignKeyName: 'solutions_invited_owner_id_fkey'
            columns: ['account_id', 'invited_owner_id']
            isOneToOne: false
            referencedRelation: 'pending_invitations'
            referencedColumns: ['account_id', 'id']
          },
          {
            foreignKeyName: 'solutions_owner_id_fkey'
            columns: ['account_id', 'owner_id']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
          {
            foreignKeyName: 'solutions_team_id_fkey'
            columns: ['account_id', 'team_id']
            isOneToOne: false
            referencedRelation: 'teams'
            referencedColumns: ['account_id', 'id']
          },
          {
            foreignKeyName: 'solutions_updated_by_fkey'
            columns: ['account_id', 'updated_by']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
        ]
      }
      suggestions: {
        Row: {
          id: string
          account_id: string
          kind: string
          record_id: string
          field: string
          before: Json | null
          after: Json | null
          why: string
          suggested_by: string | null
          client: string
          state: string
          decided_by: string | null
          decided_at: string | null
          created_at: string
        }
        Insert: Record<string, never>
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'suggestions_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'suggestions_decided_by_fkey'
            columns: ['account_id', 'decided_by']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
          {
            foreignKeyName: 'suggestions_suggested_by_fkey'
            columns: ['account_id', 'suggested_by']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
        ]
      }
      system_experts: {
        Row: {
          account_id: string
          system_id: string | null
          expert_id: string
          assigned_by: string | null
          created_at: string
        }
        Insert: { system_id?: string | null; expert_id: string; assigned_by?: string | null }
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'system_experts_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'system_experts_assigned_by_fkey'
            columns: ['account_id', 'assigned_by']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
          {
            foreignKeyName: 'system_experts_expert_id_fkey'
            columns: ['account_id', 'expert_id']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
        ]
      }
      systems: {
        Row: {
          id: string
          account_id: string
          name: string
          description: string
          owner_id: string | null
          status: string
          details: Json
          created_by: string | null
          updated_by: string | null
          created_at: string
          updated_at: string
          invited_owner_id: string | null
          vendor: string
          criticality: string | null
          data_class: string | null
          cost_per_month: number | null
          cost_currency: string | null
          renews_on: string | null
          lifecycle: string | null
          department: string
          links: Json
          tags: string[]
          own: Json
          imported_from: string | null
          source_id: string | null
          team_id: string | null
        }
        Insert: {
          account_id?: string
          name: string
          description?: string
          owner_id?: string | null
          status?: string
          details?: Json
          created_by?: string | null
          updated_by?: string | null
          invited_owner_id?: string | null
          vendor?: string
          criticality?: string | null
          data_class?: string | null
          cost_per_month?: number | null
          cost_currency?: string | null
          renews_on?: string | null
          lifecycle?: string | null
          department?: string
          links?: Json
          tags?: string[]
          own?: Json
          imported_from?: string | null
          source_id?: string | null
          team_id?: string | null
        }
        Update: {
          name?: string
          description?: string
          owner_id?: string | null
          status?: string
          details?: Json
          updated_by?: string | null
          updated_at?: string
          invited_owner_id?: string | null
          vendor?: string
          criticality?: string | null
          data_class?: string | null
          cost_per_month?: number | null
          cost_currency?: string | null
          renews_on?: string | null
          lifecycle?: string | null
          department?: string
          links?: Json
          tags?: string[]
          own?: Json
          imported_from?: string | null
          source_id?: string | null
          team_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'systems_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'systems_created_by_fkey'
            columns: ['account_id', 'created_by']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
          {
            foreignKeyName: 'systems_invited_owner_id_fkey'
            columns: ['account_id', 'invited_owner_id']
            isOneToOne: false
            referencedRelation: 'pending_invitations'
            referencedColumns: ['account_id', 'id']
          },
          {
            foreignKeyName: 'systems_owner_id_fkey'
            columns: ['account_id', 'owner_id']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
          {
            foreignKeyName: 'systems_team_id_fkey'
            columns: ['account_id', 'team_id']
            isOneToOne: false
            referencedRelation: 'teams'
            referencedColumns: ['account_id', 'id']
          },
          {
            foreignKeyName: 'systems_updated_by_fkey'
            columns: ['account_id', 'updated_by']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
        ]
      }
      tags: {
        Row: {
          id: string
          account_id: string
          name: string
          color: string
          created_by: string | null
          created_at: string
        }
        Insert: { account_id?: string; name: string; color?: string }
        Update: { name?: string; color?: string }
        Relationships: [
          {
            foreignKeyName: 'tags_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'tags_created_by_fkey'
            columns: ['account_id', 'created_by']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
        ]
      }
      team_members: {
        Row: {
          id: string
          account_id: string
          team_id: string
          user_id: string
          filled_by: string | null
          rule_id: string | null
        }
        Insert: { team_id: string; user_id: string }
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'team_members_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'team_members_rule_id_fkey'
            columns: ['account_id', 'rule_id']
            isOneToOne: false
            referencedRelation: 'group_rules'
            referencedColumns: ['account_id', 'id']
          },
          {
            foreignKeyName: 'team_members_team_id_fkey'
            columns: ['account_id', 'team_id']
            isOneToOne: false
            referencedRelation: 'teams'
            referencedColumns: ['account_id', 'id']
          },
          {
            foreignKeyName: 'team_members_user_id_fkey'
            columns: ['account_id', 'user_id']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
        ]
      }
      teams: {
        Row: {
          id: string
          account_id: string
          name: string
          lead_id: string | null
          deputy_id: string | null
          mail: string
          chat_url: string
          on_call_url: string
          notices: 'all' | 'lead'
          created_at: string
          updated_at: string
        }
        Insert: {
          name: string
          lead_id?: string | null
          deputy_id?: string | null
          mail?: string
          chat_url?: string
          on_call_url?: string
          notices?: string
        }
        Update: {
          name?: string
          lead_id?: string | null
          deputy_id?: string | null
          mail?: string
          chat_url?: string
          on_call_url?: string
          notices?: string
        }
        Relationships: [
          {
            foreignKeyName: 'teams_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'teams_deputy_id_fkey'
            columns: ['account_id', 'deputy_id']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
          {
            foreignKeyName: 'teams_lead_id_fkey'
            columns: ['account_id', 'lead_id']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
        ]
      }
      view_settings: {
        Row: {
          user_id: string
          view_id: string
          account_id: string
          kind: string
          is_default: boolean
          watched: boolean
        }
        Insert: { user_id?: string; view_id: string; is_default?: boolean; watched?: boolean }
        Update: { user_id?: string; view_id?: string; is_default?: boolean; watched?: boolean }
        Relationships: [
          {
            foreignKeyName: 'view_settings_user_id_fkey'
            columns: ['account_id', 'user_id']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
          {
            foreignKeyName: 'view_settings_view_id_fkey'
            columns: ['account_id', 'kind', 'view_id']
            isOneToOne: false
            referencedRelation: 'views'
            referencedColumns: ['account_id', 'kind', 'id']
          },
        ]
      }
      views: {
        Row: {
          id: string
          account_id: string
          kind: 'agent' | 'automation' | 'solution' | 'system'
          person_id: string | null
          name: string
          icon:
            | 'alert'
            | 'bell'
            | 'bookmark'
            | 'calendar'
            | 'clock'
            | 'coins'
            | 'eye'
            | 'flag'
            | 'folder'
            | 'globe'
            | 'heart'
            | 'people'
            | 'person'
            | 'shield'
            | 'star'
            | 'tag'
          address: string
          filter: Json
          place: number
          created_by: string | null
          updated_by: string | null
          created_at: string
          updated_at: string
        }
        Insert: {
          account_id?: string
          kind: string
          person_id?: string | null
          name: string
          icon?: string
          address?: string
          filter?: Json
        }
        Update: {
          person_id?: string | null
          name?: string
          icon?: string
          address?: string
          filter?: Json
          place?: number
        }
        Relationships: [
          {
            foreignKeyName: 'views_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'views_created_by_fkey'
            columns: ['account_id', 'created_by']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
          {
            foreignKeyName: 'views_person_id_fkey'
            columns: ['account_id', 'person_id']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
          {
            foreignKeyName: 'views_updated_by_fkey'
            columns: ['account_id', 'updated_by']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
        ]
      }
      webhook_deliveries: {
        Row: {
          id: string
          account_id: string
          webhook_id: string
          message_id: string
          subject: string
          event: string
          record: Json | null
          attempt: number
          at: string
          milliseconds: number
          failure: string | null
          status: number | null
          request_headers: Json
          request_body: string
          answer_body: string | null
        }
        Insert: Record<string, never>
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'webhook_deliveries_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
        ]
      }
      webhooks: {
        Row: {
          id: string
          account_id: string
          name: string
          url: string
          format: 'discord' | 'slack' | 'standard' | 'teams'
          events: string[]
          kinds: string[]
          tags: string[]
          fields: string[]
          paused: 'by_hand' | 'failing' | 'gone' | null
          owner_id: string | null
          created_at: string
        }
        Insert: Record<string, never>
        Update: Record<string, never>
        Relationships: [
          {
            foreignKeyName: 'webhooks_account_id_fkey'
            columns: ['account_id']
            isOneToOne: false
            referencedRelation: 'accounts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'webhooks_owner_id_fkey'
            columns: ['account_id', 'owner_id']
            isOneToOne: false
            referencedRelation: 'account_members'
            referencedColumns: ['account_id', 'user_id']
          },
        ]
      }
    }
    Views: { [_ in never]: never }
    Functions: {
      abandon_import: {
        Args: { import: string | null }
        Returns: undefined
      }
      accept_invitation: {
        Args: { token_param: string | null; user_email_param: string | null }
        Returns: Json | null
      }
      accept_my_invitation: {
        Args: { invitation_id_param: string | null }
        Returns: Json | null
      }
      accept_suggestion: {
        Args: { suggestion: string | null }
        Returns: undefined
      }
      add_archive_import_part: {
        Args: { import: string | null; place: number | null; content: string | null }
        Returns: undefined
      }
      add_found_source: {
        Args: { name: string | null }
        Returns: Json | null
      }
      add_import_rows: {
        Args: { import: string | null; rows: Json | null }
        Returns: number | null
      }
      add_records: {
        Args: { kind: string | null; records: Json | null }
        Returns: Json | null
      }
      add_service_account: {
        Args: { name: string | null; purpose?: string | null }
        Returns: string | null
      }
      add_teams_of_departments: {
        Args: Record<string, never>
        Returns: number | null
      }
      admit_newcomer: {
        Args: { target_user_id: string | null }
        Returns: undefined
      }
      allow_suggested_edits: {
        Args: { allowed: boolean | null }
        Returns: undefined
      }
      answer_handovers: {
        Args: {
          answer: string | null
          handover_ids?: string[] | null
          of_act?: string | null
          receiver?: string | null
          invitation?: string | null
        }
        Returns: number | null
      }
      apply_import: {
        Args: { import: string | null }
        Returns: Json | null
      }
      begin_export: {
        Args: {
          kind: string | null
          format: string | null
          query?: string | null
          sort?: string | null
          descending?: boolean | null
          statuses?: string[] | null
          owners?: string[] | null
          without_owner?: boolean | null
          gaps?: string[] | null
          tags?: string[] | null
          all_tags?: boolean | null
          conditions?: Json | null
        }
        Returns: Json | null
      }
      begin_list_export: {
        Args: { list: string | null; format: string | null; filter?: Json | null }
        Returns: Json | null
      }
      change_field_type: {
        Args: {
          field: string | null
          new_type: string | null
          new_record_kind?: string | null
          new_choices?: Json | null
          seen_at?: string | null
        }
        Returns: Json | null
      }
      change_in_bulk: {
        Args: {
          kind: string | null
          action: string | null
          value?: string | null
          ids?: string[] | null
          query?: string | null
          statuses?: string[] | null
          owners?: string[] | null
          without_owner?: boolean | null
          gaps?: string[] | null
          seen_at?: string | null
          reason?: string | null
          move_to?: string | null
          told?: boolean | null
          excepted?: string[] | null
          tags?: string[] | null
          all_tags?: boolean | null
          conditions?: Json | null
        }
        Returns: Json | null
      }
      change_service_account: {
        Args: { service_account: string | null; name: string | null; purpose: string | null }
        Returns: undefined
      }
      check_import: {
        Args: { import: string | null }
        Returns: Json | null
      }
      check_login_rate_limit: {
        Args: { email_param: string | null; ip_param?: string | null }
        Returns: Json | null
      }
      check_password_history: {
        Args: { user_id_param: string | null; new_password_hash: string | null }
        Returns: boolean | null
      }
      cleanup_expired_invitations_enhanced: {
        Args: Record<string, never>
        Returns: number | null
      }
      count_field_choice: {
        Args: { field: string | null; choice: string | null }
        Returns: number | null
      }
      count_views: {
        Args: Record<string, never>
        Returns: {
          view_id: string | null
          records: number | null
          problem: string | null
          refusal: string | null
        }[]
      }
      create_webhook: {
        Args: {
          name: string | null
          url: string | null
          format: string | null
          events: string[] | null
          kinds?: string[] | null
          tags?: string[] | null
          fields?: string[] | null
        }
        Returns: Json | null
      }
      decide_import: {
        Args: {
          import: string | null
          decision?: Json | null
          rows?: number[] | null
          effect?: string | null
        }
        Returns: Json | null
      }
      decide_import_person: {
        Args: { import: string | null; word: string | null; choice?: Json | null }
        Returns: Json | null
      }
      delete_archive: {
        Args: { archive: string | null }
        Returns: undefined
      }
      delete_found_source: {
        Args: { source: string | null }
        Returns: undefined
      }
      delete_records: {
        Args: {
          kind_param: string | null
          ids: string[] | null
          reason_param?: string | null
          move_to?: string | null
          told?: boolean | null
        }
        Returns: number | null
      }
      delete_service_account: {
        Args: { service_account: string | null }
        Returns: undefined
      }
      delete_team: {
        Args: { team: string | null; into_team?: string | null; receiver?: string | null }
        Returns: number | null
      }
      delete_webhook: {
        Args: { webhook: string | null }
        Returns: undefined
      }
      dismiss_suggestion: {
        Args: { suggestion: string | null }
        Returns: undefined
      }
      end_member_sessions: {
        Args: { target_user_id: string | null }
        Returns: number | null
      }
      expect_of_heartbeat: {
        Args: {
          heartbeat: string | null
          expects: string | null
          grace_seconds: number | null
          every_seconds?: number | null
          working_hours?: Json | null
          cron?: string | null
          time_zone?: string | null
        }
        Returns: undefined
      }
      find_members: {
        Args: {
          query?: string | null
          in_department?: string | null
          of_level?: string | null
          with_area?: string | null
          of_status?: string | null
          sort?: string | null
          descending?: boolean | null
          skip?: number | null
        }
        Returns: Json | null
      }
      find_records: {
        Args: {
          kind: string | null
          query?: string | null
          sort?: string | null
          descending?: boolean | null
          skip?: number | null
          statuses?: string[] | null
          owners?: string[] | null
          without_owner?: boolean | null
          gaps?: string[] | null
          tags?: string[] | null
          all_tags?: boolean | null
          conditions?: Json | null
        }
        Returns: Json | null
      }
      get_account_team_member_profiles: {
        Args: Record<string, never>
        Returns: { id: string; name: string; avatar: string | null }[]
      }
      get_act: {
        Args: { act_param: string | null }
        Returns: Json | null
      }
      get_act_lines: {
        Args: { act_param: string | null; skip?: number | null }
        Returns: Json | null
      }
      get_acts: {
        Args: { skip?: number | null }
        Returns: Json | null
      }
      get_api_tokens: {
        Args: Record<string, never>
        Returns: Json | null
      }
      get_archive_part: {
        Args: { archive: string | null; place: number | null }
        Returns: string | null
      }
      get_archive_state: {
        Args: Record<string, never>
        Returns: Json | null
      }
      get_attention: {
        Args: { result_limit?: number | null }
        Returns: Json | null
      }
      get_audit_filters: {
        Args: Record<string, never>
        Returns: Json | null
      }
      get_audit_log: {
        Args: {
          action_param?: string | null
          person_param?: string | null
          severity_param?: string | null
          from_param?: string | null
          until_param?: string | null
          before_time?: string | null
          before_id?: string | null
          rows_param?: number | null
        }
        Returns: {
          id: string | null
          user_id: string | null
          user_name: string | null
          action: string | null
          severity: string | null
          resource_type: string | null
          resource_id: string | null
          resource_name: string | null
          details: Json | null
          user_agent: string | null
          ip_address: string | null
          source: string | null
          created_at: string | null
        }[]
      }
      get_belongings: {
        Args: {
          target_user_id: string | null
          only_owned?: boolean | null
          kind_param?: string | null
          skip?: number | null
        }
        Returns: Json | null
      }
      get_bin: {
        Args: { of_kind?: string | null; skip?: number | null; query?: string | null }
        Returns: Json | null
      }
      get_contact: {
        Args: { target_user_id: string | null }
        Returns: Json | null
      }
      get_coverage: {
        Args: Record<string, never>
        Returns: Json | null
      }
      get_dashboard_counts: {
        Args: Record<string, never>
        Returns: { systems: number; automations: number; agents: number; solutions: number }
      }
      get_deletion_effects: {
        Args: { kind_param: string | null; id_param: string | null }
        Returns: { affected: string | null; count: number | null; names: string[] | null }[]
      }
      get_deletion_impact: {
        Args: { kind_param: string | null; ids: string[] | null }
        Returns: Json | null
      }
      get_discovered: {
        Args: { state?: string | null }
        Returns: Json | null
      }
      get_first_screen: {
        Args: { with_dashboard?: boolean | null }
        Returns: Json | null
      }
      get_first_steps: {
        Args: Record<string, never>
        Returns: { systems: number; owned: number; has_colleague: boolean; has_link: boolean }
      }
      get_found: {
        Args: { state?: string | null; kind?: string | null; source?: string | null; skip?: number | null }
        Returns: Json | null
      }
      get_found_sources: {
        Args: Record<string, never>
        Returns: Json | null
      }
      get_gaps: {
        Args: Record<string, never>
        Returns: Json | null
      }
      get_heartbeat_counts: {
        Args: Record<string, never>
        Returns: {
          on_time: number
          running: number
          late: number
          failing: number
          paused: number
          never: number
          maintenance: number
        }
      }
      get_heartbeats: {
        Args: { kind: string | null; record_ids: string[] | null }
        Returns: Json | null
      }
      get_import_match: {
        Args: { kind: string | null; heads: string[] | null }
        Returns: Json | null
      }
      get_import_rows: {
        Args: { import: string | null; effect?: string | null; skip?: number | null }
        Returns: Json | null
      }
      get_import_words: {
        Args: { kind: string | null }
        Returns: Json | null
      }
      get_imports: {
        Args: { only_import?: string | null }
        Returns: Json | null
      }
      get_inbox: {
        Args: { result_limit?: number | null }
        Returns: Json | null
      }
      get_inbox_mutes: {
        Args: Record<string, never>
        Returns: {
          reason: string | null
          record_kind: string | null
          record_id: string | null
          record_name: string | null
        }[]
      }
      get_invitation_problems: {
        Args: { addresses: string[] | null }
        Returns: Json | null
      }
      get_invitation_recipient: {
        Args: { token_param: string | null }
        Returns: Json | null
      }
      get_invitation_token: {
        Args: { invitation_id_param: string | null }
        Returns: string | null
      }
      get_invitations: {
        Args: { history_limit?: number | null }
        Returns: Json | null
      }
      get_invited_people: {
        Args: Record<string, never>
        Returns: { id: string; name: string }[]
      }
      get_list_to_export: {
        Args: { list: string | null; ids: string[] | null }
        Returns: Json | null
      }
      get_member_profile: {
        Args: { target_user_id: string | null }
        Returns: {
          id: string | null
          name: string | null
          avatar: string | null
          initials: string | null
          display_email: string | null
          bio: string | null
          job_role: string | null
          department: string | null
          permission_level: string | null
          knowledge_areas: string[] | null
          contribution_count: number | null
          joined_at: string | null
        }[]
      }
      get_member_records: {
        Args: {
          target_user_id: string | null
          relation: string | null
          kinds?: string[] | null
          skip?: number | null
        }
        Returns: Json | null
      }
      get_my_handovers: {
        Args: { of_act: string | null; skip?: number | null }
        Returns: Json | null
      }
      get_my_notifications: {
        Args: {
          result_limit?: number | null
          before_number?: number | null
          before_id?: string | null
          unread_only?: boolean | null
        }
        Returns: {
          id: string | null
          number: number | null
          kind: string | null
          actor_id: string | null
          actor_name: string | null
          actor_avatar: string | null
          record_kind: string | null
          record_id: string | null
          record_name: string | null
          payload: Json | null
          created_at: string | null
          read_at: string | null
        }[]
      }
      get_my_placement: {
        Args: Record<string, never>
        Returns: Json | null
      }
      get_my_profile: {
        Args: Record<string, never>
        Returns: {
          id: string
          email: string
          name: string
          avatar: string | null
          bio: string | null
          job_role: string | null
          department: string | null
          privacy_email_visible: boolean
          privacy_bio_visible: boolean
          privacy_job_visible: boolean
          privacy_department_visible: boolean
        }[]
      }
      get_my_security_activity: {
        Args: Record<string, never>
        Returns: {
          id: string
          action: string
          ip_address: string | null
          user_agent: string | null
          source: 'browser' | 'server'
          created_at: string
        }[]
      }
      get_news: {
        Args: { within_seconds: number | null }
        Returns: Json | null
      }
      get_outlook: {
        Args: { result_limit?: number | null }
        Returns: Json | null
      }
      get_pending_handovers: {
        Args: { kind_param: string | null }
        Returns: {
          id: string
          record_id: string
          part: 'expert' | 'owner'
          giver_name: string
          receiver_id: string | null
        }[]
      }
      get_public_profiles_by_ids: {
        Args: { ids: string[] | null }
        Returns: { id: string; name: string; avatar: string | null }[]
      }
      get_recent_activity: {
        Args: Record<string, never>
        Returns: {
          id: string | null
          kind: string | null
          resource: string | null
          action: string | null
          user_name: string | null
          occurred_at: string | null
          act: Json | null
        }[]
      }
      get_records_to_export: {
        Args: { kind: string | null; ids: string[] | null }
        Returns: Json | null
      }
      get_run_days: {
        Args: { heartbeat: string | null }
        Returns: {
          day: string
          successes: number
          failures: number
          timed: number
          seconds: number
          longest: number
        }[]
      }
      get_runs: {
        Args: { heartbeat: string | null; before?: number | null }
        Returns: Json | null
      }
      get_secure_team_member_profiles: {
        Args: { account_id_param: string | null }
        Returns: {
          id: string | null
          name: string | null
          avatar: string | null
          initials: string | null
          display_email: string | null
          job_role: string | null
          department: string | null
        }[]
      }
      get_security_overview: {
        Args: Record<string, never>
        Returns: Json | null
      }
      get_suggestions: {
        Args: { kind: string | null; record_id: string | null }
        Returns: Json | null
      }
      get_tags: {
        Args: Record<string, never>
        Returns: Json | null
      }
      get_team_departments: {
        Args: Record<string, never>
        Returns: Json | null
      }
      get_teams: {
        Args: { of_member?: string | null }
        Returns: {
          id: string
          name: string
          lead_id: string | null
          deputy_id: string | null
          mail: string
          chat_url: string
          on_call_url: string
          notices: 'all' | 'lead'
          members: number
          records: number
        }[]
      }
      get_waiting_newcomers: {
        Args: Record<string, never>
        Returns: {
          user_id: string | null
          name: string | null
          email: string | null
          waiting_since: string | null
        }[]
      }
      get_webhook_deliveries: {
        Args: {
          webhook: string | null
          before_at?: string | null
          before_id?: string | null
          result_limit?: number | null
        }
        Returns: {
          id: string | null
          message_id: string | null
          event: string | null
          record: Json | null
          attempt: number | null
          at: string | null
          milliseconds: number | null
          failure: string | null
          status: number | null
        }[]
      }
      get_webhooks: {
        Args: Record<string, never>
        Returns: Json | null
      }
      give_heartbeat: {
        Args: { kind: string | null; record_id: string | null }
        Returns: Json | null
      }
      give_heartbeats: {
        Args: { kind: string | null; record_ids: string[] | null }
        Returns: Json | null
      }
      give_service_account: {
        Args: { service_account: string | null; receiver: string | null }
        Returns: undefined
      }
      group_records: {
        Args: {
          kind: string | null
          field: string | null
          query?: string | null
          statuses?: string[] | null
          owners?: string[] | null
          without_owner?: boolean | null
          gaps?: string[] | null
          tags?: string[] | null
          all_tags?: boolean | null
          conditions?: Json | null
        }
        Returns: Json | null
      }
      ignore_found: {
        Args: { ids?: string[] | null; kind?: string | null; source?: string | null }
        Returns: number | null
      }
      invite_member: {
        Args: {
          email_param: string | null
          name_param: string | null
          job_role_param?: string | null
          department_param?: string | null
          permission_level_param?: string | null
        }
        Returns: Json | null
      }
      invite_members: {
        Args: {
          people: Json | null
          department_param?: string | null
          permission_level_param?: string | null
        }
        Returns: Json | null
      }
      is_invited_by_single_sign_on: {
        Args: { token_param: string | null }
        Returns: boolean | null
      }
      join_account_of_my_domain: {
        Args: { account_name_param?: string | null }
        Returns: string | null
      }
      join_discovered: {
        Args: { caller: string | null; kind: string | null; record_id: string | null }
        Returns: undefined
      }
      leave_import_for_later: {
        Args: { import: string | null }
        Returns: number | null
      }
      log_security_event_enhanced: {
        Args: {
          p_action: string | null
          p_resource_type: string | null
          p_severity: string | null
          p_details?: Json | null
        }
        Returns: undefined
      }
      log_successful_login: {
        Args: { email_param: string | null }
        Returns: undefined
      }
      make_api_token: {
        Args: {
          name: string | null
          scopes: string[] | null
          days?: number | null
          service_account?: string | null
        }
        Returns: Json | null
      }
      make_calendar_address: {
        Args: { view_param?: string | null; team_param?: string | null }
        Returns: Json | null
      }
      make_discovery_address: {
        Args: Record<string, never>
        Returns: Json | null
      }
      make_field_of_detail: {
        Args: { kind: string | null; label: string | null }
        Returns: Json | null
      }
      map_groups: {
        Args: {
          by: string | null
          unfolded?: string[] | null
          max_groups?: number | null
          max_records?: number | null
          kind?: string | null
          filter?: Json | null
        }
        Returns: Json | null
      }
      mark_all_notifications_read: {
        Args: Record<string, never>
        Returns: number | null
      }
      merge_tags: {
        Args: { from_ids: string[] | null; into_id: string | null }
        Returns: number | null
      }
      mute_in_inbox: {
        Args: {
          muted: boolean | null
          reason_param?: string | null
          kind_param?: string | null
          record_param?: string | null
        }
        Returns: undefined
      }
      name_deputy: {
        Args: {
          deputy_param?: string | null
          away_from_param?: string | null
          away_until_param?: string | null
        }
        Returns: undefined
      }
      neighbours: {
        Args: { kind: string | null; id: string | null; depth?: number | null; limit?: number | null }
        Returns: Json | null
      }
      note_tool_call: {
        Args: { tool: string | null; client?: string | null }
        Returns: Json | null
      }
      open_member_profile: {
        Args: { target_user_id: string | null }
        Returns: {
          id: string | null
          name: string | null
          avatar: string | null
          initials: string | null
          display_email: string | null
          bio: string | null
          job_role: string | null
          department: string | null
          permission_level: string | null
          knowledge_areas: string[] | null
          contribution_count: number | null
          joined_at: string | null
        }[]
      }
      order_views: {
        Args: { ids: string[] | null }
        Returns: number | null
      }
      pause_heartbeat: {
        Args: { heartbeat: string | null; paused: boolean | null }
        Returns: undefined
      }
      pause_heartbeats: {
        Args: { kind: string | null; record_ids: string[] | null; paused: boolean | null }
        Returns: number | null
      }
      pause_webhook: {
        Args: { webhook: string | null; pauses: boolean | null }
        Returns: undefined
      }
      ping: {
        Args: {
          token: string | null
          action?: string | null
          rid?: string | null
          note?: string | null
          name?: string | null
        }
        Returns: Json | null
      }
      preview_bulk: {
        Args: {
          kind: string | null
          action: string | null
          value?: string | null
          ids?: string[] | null
          query?: string | null
          statuses?: string[] | null
          owners?: string[] | null
          without_owner?: boolean | null
          gaps?: string[] | null
          excepted?: string[] | null
          tags?: string[] | null
          all_tags?: boolean | null
          conditions?: Json | null
        }
        Returns: Json | null
      }
      preview_field_of_detail: {
        Args: { kind: string | null; label: string | null }
        Returns: Json | null
      }
      preview_field_type: {
        Args: {
          field: string | null
          new_type: string | null
          new_record_kind?: string | null
          new_choices?: Json | null
        }
        Returns: Json | null
      }
      purge_bin: {
        Args: { ids?: string[] | null }
        Returns: number | null
      }
      push_found: {
        Args: { key: string | null; kind: string | null; records: Json | null }
        Returns: Json | null
      }
      refuse_discovered: {
        Args: { callers: string[] | null; refused?: boolean | null }
        Returns: number | null
      }
      refuse_newcomer: {
        Args: { target_user_id: string | null }
        Returns: undefined
      }
      register_discovered: {
        Args: { caller: string | null; kind: string | null; name: string | null; place: string | null }
        Returns: string | null
      }
      release_lock_out: {
        Args: { user_id_param: string | null }
        Returns: boolean | null
      }
      remember_import_match: {
        Args: { kind: string | null; heads: string[] | null; matched: Json | null; import?: string | null }
        Returns: undefined
      }
      remind_of_second_factor: {
        Args: { user_id_param: string | null }
        Returns: boolean | null
      }
      remove_calendar_address: {
        Args: { id_param: string | null }
        Returns: undefined
      }
      remove_member: {
        Args: { target_user_id: string | null; handover?: Json | null }
        Returns: undefined
      }
      remove_member_second_factor: {
        Args: { target_user_id: string | null }
        Returns: number | null
      }
      renew_calendar_address: {
        Args: { id_param: string | null }
        Returns: Json | null
      }
      renew_found_key: {
        Args: { source: string | null }
        Returns: Json | null
      }
      renew_invitation: {
        Args: { invitation_id_param: string | null }
        Returns: Json | null
      }
      request_archive: {
        Args: Record<string, never>
        Returns: string | null
      }
      restore_from_bin: {
        Args: { ids: string[] | null; new_names?: Json | null; partly?: boolean | null }
        Returns: Json | null
      }
      revoke_api_token: {
        Args: { token: string | null }
        Returns: undefined
      }
      revoke_discovery_address: {
        Args: Record<string, never>
        Returns: undefined
      }
      revoke_heartbeat: {
        Args: { heartbeat: string | null }
        Returns: undefined
      }
      rotate_api_token: {
        Args: { token: string | null; days?: number | null; overlap_hours?: number | null }
        Returns: Json | null
      }
      rotate_heartbeat: {
        Args: { heartbeat: string | null }
        Returns: Json | null
      }
      rotate_webhook_secret: {
        Args: { webhook: string | null }
        Returns: Json | null
      }
      save_record: {
        Args: {
          kind: string | null
          record: Json | null
          relations?: Json | null
          record_id?: string | null
          version?: string | null
        }
        Returns: Json | null
      }
      save_team: {
        Args: {
          name: string | null
          members: string[] | null
          team_id?: string | null
          lead_id?: string | null
          deputy_id?: string | null
          mail?: string | null
          chat_url?: string | null
          on_call_url?: string | null
          notices?: string | null
        }
        Returns: string | null
      }
      search_workspace: {
        Args: { query: string | null; result_limit?: number | null }
        Returns: Json | null
      }
      secure_update_user_permission: {
        Args: {
          target_user_id: string | null
          new_permission_level: string | null
          target_account_id: string | null
          handover?: Json | null
        }
        Returns: undefined
      }
      send_invitations: {
        Args: { ids: string[] | null }
        Returns: Json | null
      }
      send_webhook_again: {
        Args: { delivery: string | null }
        Returns: undefined
      }
      send_webhook_test: {
        Args: { webhook: string | null }
        Returns: undefined
      }
      set_my_contact: {
        Args: { chat_url?: string | null; shows_email?: boolean | null }
        Returns: undefined
      }
      set_newcomer_admission: {
        Args: { needed: boolean | null }
        Returns: undefined
      }
      signup_domain_status: {
        Args: { domain_param: string | null }
        Returns: Json | null
      }
      silence_heartbeat: {
        Args: { heartbeat: string | null; until?: string | null }
        Returns: undefined
      }
      snooze_in_inbox: {
        Args: { reason_param: string | null; line_param: string | null; until_param?: string | null }
        Returns: undefined
      }
      start_archive_import: {
        Args: Record<string, never>
        Returns: string | null
      }
      start_import: {
        Args: {
          kind: string | null
          file_name: string | null
          match_key: string | null
          source?: string | null
        }
        Returns: string | null
      }
      start_import_of_found: {
        Args: { ids?: string[] | null; kind?: string | null; source?: string | null }
        Returns: string | null
      }
      submit_archive_import: {
        Args: { import: string | null }
        Returns: undefined
      }
      suggest_edit: {
        Args: {
          kind: string | null
          record_id: string | null
          field: string | null
          value: Json | null
          why?: string | null
          client?: string | null
        }
        Returns: Json | null
      }
      suggest_relation: {
        Args: {
          kind: string | null
          record_id: string | null
          type: string | null
          other_id: string | null
          remove?: boolean | null
          why?: string | null
          client?: string | null
        }
        Returns: Json | null
      }
      take_back_found: {
        Args: { ids?: string[] | null; kind?: string | null; source?: string | null }
        Returns: number | null
      }
      undo_act: {
        Args: { act_param: string | null; skip?: number | null }
        Returns: Json | null
      }
      undo_last_act: {
        Args: Record<string, never>
        Returns: Json | null
      }
      unread_notification_count: {
        Args: Record<string, never>
        Returns: number | null
      }
      update_member: {
        Args: {
          target_user_id: string | null
          new_name?: string | null
          new_job_role?: string | null
          new_department?: string | null
          new_knowledge_areas?: string[] | null
          new_permission_level?: string | null
          handover?: Json | null
        }
        Returns: undefined
      }
      update_privacy_settings: {
        Args: {
          email_visible: boolean | null
          bio_visible: boolean | null
          job_visible: boolean | null
          department_visible: boolean | null
        }
        Returns: undefined
      }
      update_webhook: {
        Args: {
          webhook: string | null
          name: string | null
          url: string | null
          events: string[] | null
          kinds?: string[] | null
          tags?: string[] | null
          fields?: string[] | null
        }
        Returns: undefined
      }
      validate_invitation: {
        Args: { token_param: string | null }
        Returns: Json | null
      }
      withdraw_invitation: {
        Args: { invitation_id_param: string | null }
        Returns: undefined
      }
    }
    Enums: { [_ in never]: never }
    CompositeTypes: { [_ in never]: never }
  }
}
