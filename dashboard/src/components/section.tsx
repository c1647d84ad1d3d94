import './section.css'
import { type ReactNode, useId } from 'react'

/** A part of a page: a rule, a heading with actions at its right, and the content. */
export function Section({
  title,
  description,
  actions,
  isFirst = false,
  className,
  children,
}: {
  title: string
  description?: ReactNode
  actions?: ReactNode
  /** Leaves out the rule above, where something else separates it. */
  isFirst?: boolean
  className?: string | undefined
  children?: ReactNode
}) {
  const id = useId()
  return (
    <section
      className={className ? `section ${className}` : 'section'}
      data-first={isFirst || undefined}
      aria-labelledby={id}
    >
      <div className="section-head">
        <div>
          <h2 id={id}>{title}</h2>
          {description && <div className="section-description">{description}</div>}
        </div>
        {actions && <div className="section-actions">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
