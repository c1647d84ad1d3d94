import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { api, dataOf } from '../api/client.ts'
import { sentenceOf } from '../api/failure.ts'
import { RULES, ruleQuery } from './queries.ts'
import type { RuleData } from './rule-values.ts'

/** Switches a rule off and on again. */
export function StatusButton({ rule }: { rule: RuleData }) {
  const queries = useQueryClient()
  const isActive = rule.status === 'active'
  const change = useMutation({
    mutationFn: () =>
      dataOf(
        api.PATCH('/api/v1/laas/rules/{id}', {
          params: { path: { id: rule.id } },
          body: { status: isActive ? 'inactive' : 'active' },
        }),
      ),
    onSuccess: (changed) => {
      queries.setQueryData(ruleQuery(rule.id).queryKey, changed)
      void queries.invalidateQueries({ queryKey: [RULES] })
      const now =
        changed.status === 'active' ? 'active: it can be awarded' : 'inactive: awards of it are refused'
      notifications.show({ message: `“${rule.name}” is now ${now}.` })
    },
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error) }),
  })
  // Between the two clicks of a double click the rule may have changed, and the second would change it back.
  const press = ({ detail: clicks }: MouseEvent) => {
    if (clicks < 2) change.mutate()
  }
  return (
    <Button variant="default" loading={change.isPending} onClick={press}>
      {isActive ? 'Deactivate' : 'Activate'}
    </Button>
  )
}
