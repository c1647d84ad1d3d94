import './page.css'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'

/** The title of a page with its actions, and its content. `part` names the current tab in the document title. */
export function Page({
  title,
  part,
  status,
  description,
  actions,
  children,
}: {
  title: string
  part?: string
  /** Stands beside the title. */
  status?: ReactNode
  /** What the title does not say. */
  description?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}) {
  useDocumentTitle([part, title, 'Laurel'].filter(Boolean).join(' · '))
  return (
    <div className="page">
      <div className="page-head">
        <div className="page-title">
          <div className="page-name">
            <h1 className="display">{title}</h1>
            {status}
          </div>
          {description && <div className="page-description">{description}</div>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </div>
      {children}
    </div>
  )
}
