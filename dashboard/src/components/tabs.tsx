import './tabs.css'
import { createLink, type LinkProps } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

type Tab = Pick<LinkProps, 'to' | 'search' | 'params'> & {
  label: string
  /** Whether other tabs have addresses below this one. */
  isExact?: boolean
  /** For a part of a page, which the query of the address tells, not its path. */
  isCurrent?: boolean
}

/** Links between the pages of one area, or between the parts of a page. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav aria-label={label} className="tabs">
      {tabs.map(({ label: text, isExact = false, isCurrent, ...link }) => (
        <TabLink
          key={text}
          preload="intent"
          resetScroll={isCurrent === undefined}
          activeOptions={{ exact: isExact, includeSearch: false }}
          isCurrent={isCurrent}
          {...link}
        >
          {text}
        </TabLink>
      ))}
    </nav>
  )
}

/** The router compares paths only; a part of a page says itself whether it is shown. */
function TabAnchor({ isCurrent, ...anchor }: ComponentProps<'a'> & { isCurrent?: boolean | undefined }) {
  if (isCurrent === undefined) return <a {...anchor} />
  return <a {...anchor} aria-current={isCurrent ? 'page' : undefined} />
}

const TabLink = createLink(TabAnchor)
