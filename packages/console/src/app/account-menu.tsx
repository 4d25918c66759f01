import { lazy, Suspense, useState } from "react";
import { Button } from "../parts/buttons.tsx";
import { useSession } from "./current-session.ts";
import { popups } from "./popups.ts";

const OpenMenu = lazy(popups.accountMenu);

/** Who is signed in, with which role. The menu behind it is loaded when it is opened first. */
export function AccountMenu() {
  const [wasOpened, setWasOpened] = useState(false);
  const { name, role } = useSession();
  const closed = (
    <Button
      kind="quiet"
      className="account"
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWasOpened(true)}
    >
      {name} <span className="fine">{role}</span>
    </Button>
  );
  return wasOpened ? (
    <Suspense fallback={closed}>
      <OpenMenu />
    </Suspense>
  ) : (
    closed
  );
}
