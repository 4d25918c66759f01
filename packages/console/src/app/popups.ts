/** What opens over the screens. Their library is half as large as the frame, which does without them until one opens. */
export const popups = {
  menuDrawer: async () => ({ default: (await import("./menu-drawer.tsx")).MenuDrawer }),
  palette: async () => ({ default: (await import("./palette.tsx")).Palette }),
  accountMenu: async () => ({ default: (await import("./account-menu-open.tsx")).OpenMenu }),
  signInAgain: async () => ({
    default: (await import("../screens/sign-in/sign-in-again.tsx")).SignInAgain,
  }),
};
