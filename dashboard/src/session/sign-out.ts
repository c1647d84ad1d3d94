import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../api/client.ts'
import { forgetSession } from './session-state.ts'

export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return async () => {
    await api.DELETE('/api/v1/session')
    await navigate({ to: '/sign-in' })
    forgetSession()
    queries.clear()
  }
}
