import { Link } from "@tanstack/react-router";
import { useSession } from "./current-session.ts";
import { groups } from "./navigation.ts";

/** The screens that this session may open. */
export function Menu({ onChosen }: { readonly onChosen?: () => void }) {
  const { operations } = useSession();
  return groups.map(({ label, screens }) => {
    const open = screens.filter(({ needs }) => operations.includes(needs));
    if (open.length === 0) return null;
    return (
      <div key={label} className="menu-group">
        <p className="menu-label">{label}</p>
        <ul>
          {open.map((screen) => (
            <li key={screen.to}>
              <Link
                to={screen.to}
                activeOptions={{ exact: true, includeSearch: false }}
                onClick={onChosen}
              >
                {screen.label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    );
  });
}
