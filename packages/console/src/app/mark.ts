/** The outline of the mark beside the name, in a box of 32 by 32. */
export const mark = "M3 12 16 4l13 8v2H3zM6 16h4v10H6zm8 0h4v10h-4zm8 0h4v10h-4zM3 28h26v2H3z";
